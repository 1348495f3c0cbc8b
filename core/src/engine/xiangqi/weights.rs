//! The weights of the evaluation's features, in centipawns: `taper(middle game, ending)`.
//!
//! Written by `duiyi tune --game xiangqi` from games that `duiyi datagen games` made:
//!
//! ```text
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=71 games=6712
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=72 games=6706
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=81 games=6438
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=82 games=6422
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=91 games=6317
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=92 games=6394
//! 4243118 positions, scale 356, 12 epochs, seed 1: loss of the games kept back 0.557978 → 0.557968
//! ```

use super::groups::COUNT;
use super::tapered::{Tapered, taper};

/// The weight of each feature, in the order of [`super::groups::GROUPS`].
#[rustfmt::skip]
pub const WEIGHTS: [Tapered; COUNT] = [
    // places of king, advisor, elephant, horse, rook, cannon, pawn; own back rank first, files a to e
    taper(0, 0), taper(0, 0), taper(0, 0), taper(56, -5), taper(101, -5),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(-45, 12), taper(22, 3),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(-183, 11), taper(-164, 10),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(315, 22), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(367, 26),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(274, 28), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115), taper(120, 115),
    taper(110, 105), taper(110, 105), taper(114, -10), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(80, -20), taper(110, 105), taper(110, 105), taper(110, 105), taper(151, -17),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(71, -8), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105), taper(110, 105),
    taper(237, 374), taper(251, 380), taper(298, 355), taper(305, 357), taper(284, 346),
    taper(264, 338), taper(288, 385), taper(287, 369), taper(307, 362), taper(264, 280),
    taper(308, 368), taper(318, 397), taper(321, 381), taper(380, 393), taper(297, 404),
    taper(310, 402), taper(295, 408), taper(317, 413), taper(338, 400), taper(360, 415),
    taper(314, 399), taper(344, 412), taper(446, 389), taper(377, 408), taper(394, 410),
    taper(376, 409), taper(401, 401), taper(384, 421), taper(465, 407), taper(416, 422),
    taper(339, 408), taper(495, 400), taper(383, 415), taper(513, 394), taper(353, 417),
    taper(448, 409), taper(454, 406), taper(390, 414), taper(527, 386), taper(534, 390),
    taper(363, 402), taper(374, 420), taper(592, 354), taper(455, 392), taper(421, 419),
    taper(338, 421), taper(376, 400), taper(406, 425), taper(455, 412), taper(330, 400),
    taper(828, 847), taper(876, 865), taper(876, 858), taper(885, 876), taper(787, 868),
    taper(845, 856), taper(860, 880), taper(867, 872), taper(864, 894), taper(820, 902),
    taper(852, 890), taper(878, 891), taper(879, 921), taper(879, 929), taper(843, 952),
    taper(858, 926), taper(887, 911), taper(925, 905), taper(914, 920), taper(903, 940),
    taper(882, 904), taper(905, 894), taper(925, 902), taper(919, 912), taper(925, 915),
    taper(876, 912), taper(880, 910), taper(909, 920), taper(901, 921), taper(903, 926),
    taper(897, 904), taper(906, 906), taper(961, 892), taper(923, 910), taper(907, 929),
    taper(862, 913), taper(886, 908), taper(891, 911), taper(905, 942), taper(914, 927),
    taper(874, 881), taper(939, 865), taper(913, 875), taper(930, 887), taper(1048, 916),
    taper(845, 876), taper(888, 866), taper(850, 896), taper(981, 852), taper(1008, 887),
    taper(378, 387), taper(411, 370), taper(456, 356), taper(450, 383), taper(423, 409),
    taper(483, 359), taper(450, 372), taper(505, 357), taper(456, 386), taper(507, 377),
    taper(488, 350), taper(437, 381), taper(483, 368), taper(480, 374), taper(503, 385),
    taper(477, 360), taper(404, 381), taper(480, 351), taper(437, 371), taper(484, 364),
    taper(456, 359), taper(445, 358), taper(472, 345), taper(447, 365), taper(499, 362),
    taper(483, 356), taper(389, 383), taper(417, 381), taper(406, 380), taper(512, 348),
    taper(469, 360), taper(424, 382), taper(462, 354), taper(415, 364), taper(424, 387),
    taper(486, 358), taper(422, 371), taper(427, 372), taper(390, 379), taper(289, 412),
    taper(485, 355), taper(377, 377), taper(397, 370), taper(400, 368), taper(293, 441),
    taper(571, 310), taper(454, 364), taper(364, 381), taper(401, 392), taper(341, 345),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75), taper(45, 75),
    taper(-33, 151), taper(45, 75), taper(-32, 128), taper(45, 75), taper(26, 139),
    taper(-31, 147), taper(45, 75), taper(17, 124), taper(45, 75), taper(13, 160),
    taper(11, 120), taper(56, 141), taper(90, 126), taper(135, 141), taper(123, 155),
    taper(26, 128), taper(89, 130), taper(145, 133), taper(191, 141), taper(200, 145),
    taper(52, 103), taper(163, 105), taper(222, 135), taper(307, 180), taper(253, 145),
    taper(112, 60), taper(292, 62), taper(360, 84), taper(547, 84), taper(344, 121),
    taper(34, -57), taper(125, -59), taper(140, -51), taper(145, -62), taper(38, -110),
    // rook that reaches 0, 1, 2 … points
    taper(73, -56), taper(91, -166), taper(87, -115), taper(95, -40), taper(108, 6), taper(116, 27), taper(120, 49), taper(130, 45), taper(130, 57), taper(132, 49), taper(128, 64), taper(132, 63), taper(131, 62), taper(127, 71), taper(143, 69), taper(147, 68), taper(145, 66), taper(147, 61),
    // horse that reaches 0, 1, 2 … points
    taper(11, -146), taper(34, -55), taper(44, -6), taper(58, 8), taper(73, 9), taper(88, 17), taper(98, 7), taper(119, 7), taper(134, -3),
    // cannon that reaches 0, 1, 2 … points
    taper(-25, -92), taper(26, -80), taper(44, -60), taper(59, -60), taper(61, -57), taper(69, -58), taper(72, -51), taper(73, -54), taper(75, -50), taper(76, -44), taper(74, -40), taper(79, -43), taper(88, -47), taper(87, -42), taper(84, -35), taper(84, -37), taper(83, -37), taper(89, -41),
    // rook on a file without own pawns, without any pawn
    taper(-3, 51), taper(23, 8),
    // crossed pawn with another beside it
    taper(8, -16),
    // horse protected by a horse, by a humble piece
    taper(31, -16), taper(13, 12),
    // elephants that protect each other
    taper(23, 8),
    // hollow cannon alone, with rooks
    taper(171, -32), taper(206, -78),
    // bottom cannon
    taper(60, -22),
    // cannon with two pieces before the king, along the file, along a rank
    taper(26, 61), taper(17, 36),
    // rook with one piece before the king
    taper(46, 10),
    // enemy piece alone between the kings
    taper(18, 24),
    // safe check of a rook, of a horse, of a cannon; to move, to wait
    taper(133, -31), taper(202, -32), taper(37, 3),
    taper(113, -21), taper(151, -21), taper(16, 5),
    // danger of 0, 1, 2 … degrees; by gaps of the defence
    taper(-66, 44), taper(-87, 21), taper(-76, 20), taper(-66, 23), taper(-66, 18), taper(-52, 16), taper(-38, 27), taper(-25, 56), taper(40, 30), taper(16, 27), taper(65, 22), taper(63, 15), taper(67, 22), taper(78, 26), taper(88, 29), taper(100, 33),
    taper(-42, 8), taper(-25, -29), taper(-3, -34), taper(-5, -29), taper(18, -31), taper(35, -22), taper(30, 36), taper(75, 18), taper(66, 62), taper(61, 34), taper(87, 30), taper(97, 31), taper(113, 37), taper(130, 43), taper(147, 49), taper(166, 55),
    taper(-10, -11), taper(32, -51), taper(70, -59), taper(76, -69), taper(103, -57), taper(161, -50), taper(65, 68), taper(100, 94), taper(152, 113), taper(89, 42), taper(108, 39), taper(127, 42), taper(147, 49), taper(169, 56), taper(192, 64), taper(216, 72),
    taper(-100, 12), taper(34, -56), taper(104, -69), taper(22, -41), taper(74, -3), taper(170, -4), taper(159, 58), taper(121, 99), taper(95, 75), taper(142, 47), taper(152, 51), taper(175, 58), taper(203, 67), taper(234, 78), taper(266, 88), taper(300, 100),
    // piece attacked by a pawn, rook by a horse or cannon; to move, to wait
    taper(120, 136), taper(117, 30),
    taper(87, 16), taper(85, -13),
    // enemy piece attacked and unprotected, by role; to move, to wait
    taper(0, 0), taper(67, 10), taper(51, 13), taper(73, 60), taper(-12, 44), taper(106, 59), taper(2, 54),
    taper(0, 0), taper(41, 19), taper(51, 8), taper(68, 41), taper(15, 5), taper(74, 42), taper(3, 43),
    // missing enemy advisor for each horse, rook, cannon, crossed pawn
    taper(-12, -11), taper(27, 9), taper(-115, -46), taper(-3, 76),
    // missing enemy elephant for each horse, rook, cannon, crossed pawn
    taper(-22, 50), taper(6, 26), taper(35, 25), taper(-36, 52),
    // two of a kind, by role
    taper(0, 0), taper(25, 10), taper(38, 22), taper(66, 82), taper(334, 4), taper(58, 69), taper(0, 0),
    // horse and cannon
    taper(120, 103),
    // the only side with a rook
    taper(1653, -361),
    // own advisor or elephant for each cannon
    taper(-13, 25),
    // 0, 1, 2 … pawns
    taper(-210, 45), taper(-68, -32), taper(-45, -2), taper(7, 13), taper(78, -10), taper(151, -30),
    // right to move
    taper(46, -4),
];
