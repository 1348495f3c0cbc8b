//! The weights of the evaluation's features, in centipawns: `taper(middle game, ending)`.
//!
//! Written by `duiyi tune --game xiangqi` from games that `duiyi datagen games` made:
//!
//! ```text
//! duiyi-selfplay 1 xiangqi nodes=1000 seed=1 games=3254
//! duiyi-selfplay 1 xiangqi nodes=1000 seed=2 games=152
//! 413251 positions, scale 468, 12 epochs, seed 1: loss of the games kept back 0.596204 → 0.596073
//! ```

use super::features::{COUNT, Tapered, taper};

/// The weight of each feature, in the order of [`super::features::GROUPS`].
#[rustfmt::skip]
pub const WEIGHTS: [Tapered; COUNT] = [
    // places of king, advisor, elephant, horse, rook, cannon, pawn; own back rank first, files a to e
    taper(0, 0), taper(0, 0), taper(0, 0), taper(32, -13), taper(62, -10),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(-61, -2), taper(-2, -11),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(-85, 3), taper(-141, 41),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(143, 96), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(180, 97),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(100, 99), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(110, 105), taper(110, 105), taper(111, 46), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(95, 38), taper(110, 105), taper(110, 105), taper(110, 105), taper(142, 39),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(89, 54), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(317, 381), taper(280, 393), taper(337, 324), taper(301, 362), taper(335, 394),
    taper(294, 398), taper(344, 383), taper(308, 373), taper(337, 355), taper(271, 312),
    taper(318, 378), taper(335, 391), taper(338, 395), taper(342, 403), taper(309, 385),
    taper(349, 430), taper(366, 400), taper(338, 418), taper(337, 404), taper(330, 422),
    taper(341, 424), taper(367, 412), taper(403, 405), taper(393, 415), taper(397, 399),
    taper(368, 406), taper(404, 396), taper(417, 430), taper(397, 421), taper(384, 421),
    taper(359, 396), taper(442, 405), taper(381, 435), taper(475, 407), taper(353, 428),
    taper(398, 423), taper(457, 403), taper(388, 414), taper(460, 418), taper(418, 445),
    taper(348, 406), taper(397, 444), taper(443, 400), taper(397, 427), taper(350, 342),
    taper(343, 369), taper(337, 393), taper(379, 425), taper(319, 428), taper(342, 394),
    taper(831, 864), taper(846, 907), taper(867, 856), taper(874, 879), taper(834, 898),
    taper(851, 873), taper(850, 894), taper(832, 917), taper(854, 874), taper(778, 870),
    taper(866, 900), taper(851, 901), taper(853, 907), taper(867, 917), taper(793, 922),
    taper(869, 898), taper(863, 918), taper(894, 907), taper(890, 935), taper(846, 947),
    taper(844, 899), taper(879, 907), taper(881, 913), taper(850, 945), taper(857, 928),
    taper(863, 899), taper(852, 915), taper(876, 923), taper(869, 934), taper(899, 910),
    taper(868, 922), taper(872, 912), taper(904, 915), taper(893, 931), taper(882, 929),
    taper(871, 898), taper(866, 894), taper(874, 933), taper(881, 933), taper(920, 901),
    taper(844, 903), taper(904, 883), taper(889, 889), taper(915, 915), taper(910, 963),
    taper(873, 862), taper(857, 876), taper(837, 903), taper(930, 878), taper(896, 947),
    taper(412, 385), taper(387, 406), taper(441, 361), taper(383, 413), taper(426, 415),
    taper(463, 398), taper(423, 417), taper(468, 369), taper(420, 406), taper(427, 423),
    taper(455, 375), taper(414, 401), taper(443, 397), taper(424, 413), taper(470, 403),
    taper(409, 400), taper(407, 408), taper(413, 393), taper(394, 391), taper(445, 378),
    taper(433, 407), taper(424, 394), taper(435, 400), taper(431, 391), taper(442, 399),
    taper(445, 404), taper(378, 411), taper(404, 396), taper(391, 414), taper(471, 376),
    taper(417, 396), taper(416, 388), taper(428, 392), taper(403, 377), taper(424, 368),
    taper(477, 400), taper(375, 421), taper(408, 417), taper(382, 429), taper(379, 391),
    taper(443, 358), taper(382, 411), taper(403, 392), taper(429, 387), taper(400, 382),
    taper(489, 368), taper(433, 386), taper(392, 399), taper(360, 417), taper(400, 372),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(-2, 111), taper(45, 75), taper(20, 79), taper(45, 75), taper(36, 110),
    taper(4, 113), taper(45, 75), taper(55, 82), taper(45, 75), taper(35, 125),
    taper(37, 104), taper(56, 100), taper(103, 88), taper(98, 108), taper(125, 131),
    taper(55, 124), taper(50, 144), taper(143, 127), taper(186, 131), taper(199, 127),
    taper(124, 105), taper(101, 121), taper(104, 158), taper(201, 210), taper(192, 158),
    taper(73, 110), taper(112, 140), taper(163, 149), taper(241, 162), taper(148, 149),
    taper(19, 30), taper(55, 51), taper(37, 12), taper(72, -13), taper(27, -43),
    // rook that reaches 0, 1, 2 … points
    taper(46, 2), taper(33, -17), taper(36, -55), taper(35, 1), taper(44, 45), taper(54, 27), taper(72, 43), taper(67, 61), taper(65, 80), taper(72, 70), taper(69, 63), taper(78, 70), taper(75, 71), taper(81, 65), taper(85, 59), taper(78, 83), taper(83, 62), taper(91, 49),
    // horse that reaches 0, 1, 2 … points
    taper(6, -49), taper(22, -49), taper(30, 13), taper(36, 37), taper(55, 43), taper(64, 50), taper(80, 42), taper(83, 50), taper(105, 25),
    // cannon that reaches 0, 1, 2 … points
    taper(-26, -4), taper(-16, -12), taper(-17, 34), taper(4, 16), taper(13, 13), taper(18, 11), taper(25, 15), taper(25, 8), taper(24, 23), taper(27, 23), taper(29, 21), taper(38, 18), taper(34, 19), taper(41, 26), taper(43, 26), taper(35, 34), taper(30, 22), taper(48, 21),
    // rook on a file without own pawns, without any pawn
    taper(18, 13), taper(31, -2),
    // crossed pawn with another beside it
    taper(30, -35),
    // horse protected by a horse, by a humble piece
    taper(26, -9), taper(5, 12),
    // hollow cannon alone, with rooks
    taper(96, -2), taper(165, 18),
    // bottom cannon
    taper(39, -1),
    // cannon with two pieces before the king, along the file, along a rank
    taper(39, 36), taper(19, 28),
    // rook with one piece before the king
    taper(64, 0),
    // safe check of a rook, of a horse
    taper(85, -21), taper(114, -20),
    // danger of 0, 1, 2 … degrees; by gaps of the defence
    taper(-5, 13), taper(-16, 1), taper(-6, -12), taper(5, -12), taper(16, -26), taper(6, -6), taper(21, 6), taper(26, 19), taper(66, 16), taper(33, 12), taper(49, 16), taper(58, 19), taper(67, 22), taper(78, 26), taper(88, 29), taper(100, 33),
    taper(-38, 25), taper(8, -9), taper(-5, -12), taper(-18, -16), taper(-12, 12), taper(47, -15), taper(35, 41), taper(69, 37), taper(56, 21), taper(70, 23), taper(83, 27), taper(97, 32), taper(113, 37), taper(130, 43), taper(147, 49), taper(166, 55),
    taper(-63, 37), taper(-30, 2), taper(14, -18), taper(33, -22), taper(20, 6), taper(94, -15), taper(77, 22), taper(64, 25), taper(75, 27), taper(94, 32), taper(108, 36), taper(127, 42), taper(147, 49), taper(169, 56), taper(192, 64), taper(216, 72),
    taper(-34, 20), taper(-21, -7), taper(54, -25), taper(2, -3), taper(75, 1), taper(106, 46), taper(106, 86), taper(94, 10), taper(104, 44), taper(126, 42), taper(150, 49), taper(175, 58), taper(203, 67), taper(234, 78), taper(266, 88), taper(300, 100),
    // piece attacked by a pawn, rook by a horse or cannon
    taper(61, 25), taper(57, -8),
    // enemy piece attacked and unprotected, by role
    taper(0, 0), taper(33, 39), taper(16, 33), taper(33, 53), taper(-11, 9), taper(46, 38), taper(2, 33),
    // missing enemy advisor for each horse, rook, cannon, crossed pawn
    taper(25, 5), taper(52, 10), taper(-46, -31), taper(13, 27),
    // missing enemy elephant for each horse, rook, cannon, crossed pawn
    taper(-37, 31), taper(-5, 10), taper(26, 17), taper(-19, 18),
    // two of a kind, by role
    taper(0, 0), taper(21, -13), taper(90, 18), taper(38, 34), taper(138, 61), taper(49, 40), taper(0, 0),
    // horse and cannon
    taper(83, 26),
    // the only side with a rook
    taper(472, -37),
    // own advisor or elephant for each cannon
    taper(-4, 8),
    // 0, 1, 2 … pawns
    taper(-57, -3), taper(3, -39), taper(-20, -7), taper(-9, 20), taper(16, 37), taper(52, -6),
];
