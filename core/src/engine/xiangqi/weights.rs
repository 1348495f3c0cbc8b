//! The weights of the evaluation's features, in centipawns: `taper(middle game, ending)`.
//!
//! Written by `duiyi tune --game xiangqi` from games that `duiyi datagen` made:
//!
//! ```text
//! duiyi-selfplay 1 xiangqi nodes=1000 seed=1 games=2396
//! 291443 positions, scale 493, 30 epochs, seed 1: loss of the games kept back 0.608387 → 0.606383
//! ```

use super::features::{COUNT, Tapered, taper};

/// The weight of each feature, in the order of [`super::features::GROUPS`].
#[rustfmt::skip]
pub const WEIGHTS: [Tapered; COUNT] = [
    // places of king, advisor, elephant, horse, rook, cannon, pawn; own back rank first, files a to e
    taper(0, 0), taper(0, 0), taper(0, 0), taper(38, -11), taper(53, -7),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(-65, 2), taper(-19, 1),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(-83, 1), taper(-112, 17),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(135, 101), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(166, 101),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(88, 105), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(110, 105), taper(110, 105), taper(112, 51), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(103, 56), taper(110, 105), taper(110, 105), taper(110, 105), taper(140, 48),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(89, 70), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(325, 379), taper(292, 379), taper(339, 347), taper(315, 358), taper(334, 389),
    taper(302, 394), taper(347, 381), taper(313, 391), taper(352, 354), taper(288, 339),
    taper(337, 384), taper(346, 406), taper(343, 396), taper(342, 404), taper(328, 389),
    taper(357, 409), taper(355, 399), taper(354, 414), taper(341, 395), taper(339, 416),
    taper(346, 413), taper(379, 410), taper(388, 405), taper(396, 406), taper(397, 413),
    taper(362, 406), taper(396, 397), taper(392, 436), taper(395, 428), taper(382, 415),
    taper(364, 404), taper(415, 407), taper(378, 426), taper(451, 417), taper(351, 422),
    taper(376, 413), taper(413, 407), taper(379, 414), taper(420, 429), taper(405, 444),
    taper(351, 404), taper(384, 429), taper(408, 407), taper(384, 425), taper(344, 369),
    taper(342, 377), taper(336, 381), taper(370, 415), taper(327, 404), taper(342, 393),
    taper(825, 876), taper(841, 906), taper(855, 874), taper(868, 894), taper(830, 895),
    taper(846, 878), taper(849, 892), taper(837, 908), taper(848, 886), taper(795, 879),
    taper(859, 907), taper(850, 895), taper(843, 904), taper(865, 910), taper(805, 906),
    taper(859, 904), taper(866, 921), taper(883, 915), taper(886, 934), taper(862, 936),
    taper(844, 900), taper(871, 911), taper(880, 916), taper(846, 950), taper(858, 926),
    taper(872, 905), taper(852, 924), taper(863, 919), taper(870, 932), taper(894, 906),
    taper(867, 916), taper(862, 913), taper(889, 919), taper(897, 925), taper(876, 927),
    taper(866, 908), taper(859, 903), taper(871, 941), taper(877, 928), taper(901, 907),
    taper(849, 896), taper(909, 884), taper(885, 895), taper(898, 916), taper(903, 949),
    taper(862, 868), taper(852, 876), taper(837, 900), taper(901, 891), taper(881, 938),
    taper(413, 388), taper(376, 398), taper(435, 392), taper(411, 403), taper(423, 415),
    taper(450, 402), taper(416, 415), taper(445, 389), taper(421, 411), taper(441, 412),
    taper(454, 382), taper(417, 402), taper(441, 393), taper(425, 410), taper(466, 418),
    taper(407, 396), taper(411, 401), taper(406, 391), taper(406, 391), taper(441, 385),
    taper(441, 408), taper(426, 398), taper(430, 397), taper(427, 390), taper(438, 402),
    taper(439, 407), taper(385, 407), taper(401, 390), taper(392, 413), taper(462, 385),
    taper(416, 394), taper(413, 387), taper(424, 382), taper(403, 368), taper(427, 370),
    taper(450, 400), taper(382, 412), taper(414, 409), taper(389, 418), taper(388, 394),
    taper(427, 370), taper(397, 419), taper(407, 399), taper(425, 390), taper(403, 388),
    taper(479, 377), taper(429, 392), taper(393, 396), taper(372, 401), taper(404, 382),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(7, 107), taper(45, 75), taper(35, 79), taper(45, 75), taper(53, 102),
    taper(10, 109), taper(45, 75), taper(66, 77), taper(45, 75), taper(41, 127),
    taper(54, 99), taper(45, 101), taper(87, 100), taper(90, 110), taper(123, 131),
    taper(68, 110), taper(53, 131), taper(131, 126), taper(163, 136), taper(177, 130),
    taper(110, 114), taper(103, 114), taper(107, 148), taper(173, 209), taper(168, 165),
    taper(74, 99), taper(110, 143), taper(129, 138), taper(188, 170), taper(143, 148),
    taper(24, 26), taper(46, 54), taper(37, 27), taper(56, 3), taper(36, -15),
    // rook that reaches 0, 1, 2 … points
    taper(27, 1), taper(26, -6), taper(29, -28), taper(27, 12), taper(34, 39), taper(59, 28), taper(60, 42), taper(57, 56), taper(56, 77), taper(64, 69), taper(61, 59), taper(67, 75), taper(71, 73), taper(74, 67), taper(73, 67), taper(58, 96), taper(78, 64), taper(85, 54),
    // horse that reaches 0, 1, 2 … points
    taper(1, -32), taper(16, -38), taper(23, 11), taper(28, 32), taper(51, 39), taper(56, 47), taper(78, 38), taper(76, 47), taper(110, 22),
    // cannon that reaches 0, 1, 2 … points
    taper(-15, -3), taper(1, -2), taper(-5, 27), taper(-3, 13), taper(11, 17), taper(16, 13), taper(19, 24), taper(24, 6), taper(24, 27), taper(20, 29), taper(26, 22), taper(35, 19), taper(34, 21), taper(38, 28), taper(42, 27), taper(30, 41), taper(24, 23), taper(40, 25),
    // rook on a file without own pawns, without any pawn
    taper(18, 11), taper(37, -3),
    // crossed pawn with another beside it
    taper(40, -35),
    // horse protected by a horse, by a humble piece
    taper(24, -8), taper(1, 13),
    // hollow cannon alone, with rooks
    taper(81, 15), taper(158, 35),
    // bottom cannon
    taper(38, 3),
    // cannon with two pieces before the king, along the file, along a rank
    taper(41, 28), taper(16, 25),
    // rook with one piece before the king
    taper(49, 10),
    // safe check of a rook, of a horse
    taper(84, -23), taper(98, -15),
    // danger of 0, 1, 2 … degrees; by gaps of the defence
    taper(4, 10), taper(-6, 4), taper(-3, -3), taper(11, 0), taper(21, -17), taper(11, 4), taper(30, 15), taper(22, 16), taper(51, 14), taper(38, 13), taper(49, 16), taper(58, 19), taper(67, 22), taper(78, 26), taper(88, 29), taper(100, 33),
    taper(-45, 38), taper(16, -10), taper(-2, -7), taper(-17, -11), taper(5, 6), taper(41, -6), taper(37, 22), taper(52, 26), taper(55, 19), taper(70, 23), taper(83, 27), taper(97, 32), taper(113, 37), taper(130, 43), taper(147, 49), taper(166, 55),
    taper(-47, 32), taper(-19, -4), taper(10, -14), taper(29, -26), taper(17, 2), taper(70, -5), taper(61, 21), taper(66, 26), taper(74, 25), taper(92, 31), taper(108, 36), taper(127, 42), taper(147, 49), taper(169, 56), taper(192, 64), taper(216, 72),
    taper(-19, 12), taper(-9, -12), taper(33, -26), taper(14, -12), taper(58, -6), taper(86, 45), taper(97, 70), taper(89, 34), taper(104, 39), taper(126, 42), taper(149, 49), taper(175, 58), taper(203, 67), taper(234, 78), taper(266, 88), taper(300, 100),
    // piece attacked by a pawn, rook by a horse or cannon
    taper(54, 24), taper(50, 3),
    // enemy piece attacked and unprotected, by role
    taper(0, 0), taper(29, 33), taper(19, 33), taper(33, 48), taper(-5, 7), taper(48, 36), taper(4, 32),
    // missing enemy advisor for each horse, rook, cannon, crossed pawn
    taper(29, 11), taper(46, 16), taper(-36, -30), taper(16, 22),
    // missing enemy elephant for each horse, rook, cannon, crossed pawn
    taper(-22, 26), taper(1, 6), taper(25, 12), taper(-10, 19),
    // two of a kind, by role
    taper(0, 0), taper(23, -4), taper(86, 13), taper(34, 23), taper(124, 62), taper(39, 56), taper(0, 0),
    // horse and cannon
    taper(70, 31),
    // the only side with a rook
    taper(276, 17),
    // own advisor or elephant for each cannon
    taper(-6, 5),
    // 0, 1, 2 … pawns
    taper(-51, -4), taper(8, -34), taper(-10, -7), taper(-8, 17), taper(11, 35), taper(39, -3),
];
