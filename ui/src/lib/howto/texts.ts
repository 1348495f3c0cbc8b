// What the pages of "How to play" say: title and text, four a game.
import type { GameKind } from "../bindings";
import type { Lang } from "../i18n/lang";

/** The games that have pages; everybody knows the third one. */
export type TaughtGame = Exclude<GameKind, "tictactoe">;

type Words = readonly (readonly [title: string, text: string])[];

export const WORDS: Record<Lang, Record<TaughtGame, Words>> = {
  "zh-CN": {
    xiangqi: [
      [
        "棋盘与胜负",
        "棋子走在交叉点上。红先黑后，轮流走一步。将死对方的将（帅）就赢；对方无子可动（困毙）也算你赢。将帅不能在同一条直线上照面。",
      ],
      [
        "车、马、炮",
        "车沿直线走，多远都行。马走“日”字，紧挨着的直线方向有子就蹩马腿，走不过去：这里左边的马就被兵别住了。炮走法同车，吃子时必须隔一个子：试试用中炮隔着兵吃黑卒。",
      ],
      [
        "将、士、象、兵",
        "将（帅）和士（仕）只在九宫里，将走直线一步，士走斜线一步。象（相）走“田”字，不过河，田字中心有子就塞象眼。兵（卒）向前一步，过河后还能横走，从不后退。",
      ],
      [
        "将军与将死",
        "攻击将（帅）叫将军，对方必须应将：走开、挡住或吃掉。应不了就是将死。这里红方一步成杀：两个车，一个守住一条线，另一个将军。",
      ],
    ],
    gomoku: [
      [
        "连五为胜",
        "黑先白后，轮流在交叉点上下一子，子不移动也不提走。横、竖、斜任一方向先连成五子就赢。轮到黑方：下在哪里成五？",
      ],
      [
        "活三与活四",
        "两头都空的三叫活三，再下一手就成活四，两头都能成五，挡不住。所以见到活三就要挡。轮到黑方：把三变成活四。",
      ],
      ["双重威胁", "一手同时做成四和活三（四三），对方只能挡一处。轮到黑方：K8 既冲四又成活三。"],
      [
        "禁手与开局规则",
        "先手占便宜，所以有的规则限制黑方：有禁手时，黑方不能下三三、四四和长连，棋盘上用叉标出。这里 H8 是三三禁手。也可以用交换开局：一方摆子，另一方选颜色。",
      ],
    ],
  },
  "zh-TW": {
    xiangqi: [
      [
        "棋盤與勝負",
        "棋子走在交叉點上。紅先黑後，輪流走一步。將死對方的將（帥）就贏；對方無子可動（困斃）也算你贏。將帥不能在同一條直線上照面。",
      ],
      [
        "車、馬、炮",
        "車沿直線走，多遠都行。馬走「日」字，緊鄰的直線方向有子就拐馬腳，走不過去：這裡左邊的馬就被兵絆住了。炮走法同車，吃子時必須隔一個子：試試用中炮隔著兵吃黑卒。",
      ],
      [
        "將、士、象、兵",
        "將（帥）和士（仕）只在九宮裡，將走直線一步，士走斜線一步。象（相）走「田」字，不過河，田字中心有子就塞象眼。兵（卒）向前一步，過河後還能橫走，從不後退。",
      ],
      [
        "將軍與將死",
        "攻擊將（帥）叫將軍，對方必須應將：走開、擋住或吃掉。應不了就是將死。這裡紅方一步成殺：兩個車，一個守住一條線，另一個將軍。",
      ],
    ],
    gomoku: [
      [
        "連五為勝",
        "黑先白後，輪流在交叉點上下一子，子不移動也不提走。橫、直、斜任一方向先連成五子就贏。輪到黑方：下在哪裡成五？",
      ],
      [
        "活三與活四",
        "兩頭都空的三叫活三，再下一手就成活四，兩頭都能成五，擋不住。所以見到活三就要擋。輪到黑方：把三變成活四。",
      ],
      ["雙重威脅", "一手同時做成四和活三（四三），對方只能擋一處。輪到黑方：K8 既衝四又成活三。"],
      [
        "禁手與開局規則",
        "先手占便宜，所以有的規則限制黑方：有禁手時，黑方不能下三三、四四和長連，棋盤上用叉標出。這裡 H8 是三三禁手。也可以用交換開局：一方擺子，另一方選顏色。",
      ],
    ],
  },
  en: {
    xiangqi: [
      [
        "The board and the aim",
        "Pieces stand on the points where lines cross. Red begins, then each side moves one piece by turns. You win by checkmating the other general, and also when your opponent has no legal move. The two generals may never face each other on an open file.",
      ],
      [
        "Chariot, horse, cannon",
        "The chariot moves any distance in a straight line. The horse goes one point straight and then one diagonally outward; a piece on that first point blocks its leg, as the soldier does here. The cannon moves like the chariot, but captures by jumping over exactly one piece: take the black soldier over your own.",
      ],
      [
        "General, advisor, elephant, soldier",
        "General and advisors stay in the palace: the general steps one point straight, an advisor one diagonally. The elephant goes two points diagonally, is blocked by a piece between, and never crosses the river. A soldier steps forward, and once across the river also sideways; it never goes back.",
      ],
      [
        "Check and mate",
        "A general that is attacked is in check and must be saved at once: move it, block the way, or take the attacker. If nothing helps, it is mate. Here Red mates in one: one chariot holds a rank, the other gives check.",
      ],
    ],
    gomoku: [
      [
        "Five in a row",
        "Black begins; each side puts one stone on a point by turns. Stones never move. Whoever first has five in a row, across, down or diagonally, wins. Black to move: where is the five?",
      ],
      [
        "Open threes and fours",
        "A three with both ends free becomes a four with both ends free, and that makes five whatever is blocked. So answer an open three. Black to move: make the four that cannot be stopped.",
      ],
      [
        "Two threats at once",
        "A stone that makes a four and an open three together leaves two things to stop, and only one can be. Black to move: K8 makes both.",
      ],
      [
        "Forbidden moves and openings",
        "The first move is worth much, so some rules hold Black back. In Renju Black may not make a double three, a double four or more than five; such points are crossed out. H8 is a double three here. In swap openings one player places stones and the other chooses the colour.",
      ],
    ],
  },
  vi: {
    xiangqi: [
      [
        "Bàn cờ và cách thắng",
        "Quân đứng trên giao điểm. Đỏ đi trước, hai bên lần lượt đi một nước. Bạn thắng khi chiếu bí Tướng đối phương, hoặc khi đối phương hết nước đi. Hai Tướng không được lộ mặt nhau trên một cột trống.",
      ],
      [
        "Xe, Mã, Pháo",
        "Xe đi thẳng, xa bao nhiêu cũng được. Mã đi một điểm thẳng rồi một điểm chéo; có quân ở điểm thẳng ấy là bị cản chân, như Tốt đang cản ở đây. Pháo đi như Xe nhưng khi ăn phải nhảy qua đúng một quân làm ngòi: hãy ăn Tốt đen qua Tốt của bạn.",
      ],
      [
        "Tướng, Sĩ, Tượng, Tốt",
        "Tướng và Sĩ ở trong cung: Tướng đi thẳng một điểm, Sĩ đi chéo một điểm. Tượng đi chéo hai điểm, có quân ở giữa thì bị cản, và không qua sông. Tốt tiến một điểm, qua sông thì được đi ngang, không bao giờ lùi.",
      ],
      [
        "Chiếu và chiếu bí",
        "Tướng bị tấn công là bị chiếu và phải cứu ngay: chạy, che hoặc ăn quân chiếu. Không cứu được là chiếu bí. Ở đây Đỏ chiếu bí một nước: một Xe giữ một hàng, Xe kia chiếu.",
      ],
    ],
    gomoku: [
      [
        "Năm quân thẳng hàng",
        "Đen đi trước, hai bên lần lượt đặt một quân lên giao điểm. Quân không di chuyển. Ai có năm quân liền nhau trước, ngang, dọc hay chéo, là thắng. Đen đi: đặt ở đâu thì đủ năm?",
      ],
      [
        "Ba hở và bốn hở",
        "Ba quân hở hai đầu sẽ thành bốn quân hở hai đầu, chặn đầu nào cũng thành năm. Vì vậy thấy ba hở thì phải chặn. Đen đi: tạo bốn không chặn được.",
      ],
      [
        "Nước đôi",
        "Một quân vừa tạo bốn vừa tạo ba hở thì có hai chỗ phải chặn mà chỉ chặn được một. Đen đi: K8 tạo cả hai.",
      ],
      [
        "Nước cấm và luật khai cuộc",
        "Đi trước rất lợi nên có luật hạn chế Đen. Trong Renju, Đen không được tạo ba ba, bốn bốn hay quá năm quân; các điểm ấy bị gạch chéo. Ở đây H8 là ba ba. Trong ca-rô, năm quân bị chặn hai đầu không thắng. Với khai cuộc đổi màu, một người đặt quân, người kia chọn màu.",
      ],
    ],
  },
};
