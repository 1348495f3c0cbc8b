//! A compact file form of the manuals.
//!
//! ```text
//! duiyi-classics 1⏎
//! version and nodes of the judging engine, `0.1.0 200000`⏎
//! title⇥author⇥date⏎ of each manual, then an empty line
//! each composition: manual · volume · number · title · flags · [position] · line · variations · [judgement]
//! ```
//! Numbers are LEB128. A text is its length in bytes and UTF-8; an empty volume is the one before. The flags are side to
//! move 1 bit, stated result 2, agreement 3, the usual starting position 1, cut line 1, judged 1 (from the low end).
//! A line is its length and each move as its index in the list of legal moves, u8.
//!
//! # Stability
//! The code of a move is its index in the list of legal moves. A change of that order, or of this form, needs new
//! files.

use thiserror::Error;

use super::{
    ClassicFinding, Composition, Improvement, Judgement, ManualVariation, SourceAgreement, StatedResult, XiangqiManual,
};
use crate::base::Side;
use crate::position::Position as _;
use crate::puzzle::packed::{Bits, read_xiangqi, write_xiangqi};
use crate::xiangqi::{Move, Position};

/// The first line.
const MAGIC: &str = "duiyi-classics 1";

/// The content of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassicsFile {
    /// The version and the nodes of the engine that judged.
    pub judged_by: String,
    pub manuals: Vec<XiangqiManual>,
    pub compositions: Vec<Composition>,
}

/// The fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackedClassicsError {
    #[error("not a file of manuals")]
    Head,
    #[error("composition {number} cannot be read")]
    Composition {
        /// Number of the composition in the file, from 1.
        number: usize,
    },
}

/// Packs the manuals. `None` if a move is illegal or a text has a line break.
#[must_use]
pub fn write(file: &ClassicsFile) -> Option<Vec<u8>> {
    let mut head = format!("{MAGIC}\n{}\n", file.judged_by);
    for XiangqiManual { title, author, date } in &file.manuals {
        head += &format!("{title}\t{author}\t{date}\n");
    }
    head.push('\n');
    if head.lines().count() != file.manuals.len() + 3 {
        return None;
    }
    let mut out = Writer { bytes: head.into_bytes() };
    let mut volume = "";
    for composition in &file.compositions {
        out.composition(composition, volume)?;
        volume = &composition.volume;
    }
    Some(out.bytes)
}

/// Reads packed manuals.
///
/// # Errors
/// [`PackedClassicsError`] at the first byte that [`write()`] cannot produce.
pub fn read(bytes: &[u8]) -> Result<ClassicsFile, PackedClassicsError> {
    let mut left = bytes;
    let mut line = || {
        let end = left.iter().position(|&byte| byte == b'\n').ok_or(PackedClassicsError::Head)?;
        let text = std::str::from_utf8(&left[..end]).map_err(|_| PackedClassicsError::Head)?;
        left = &left[end + 1..];
        Ok(text)
    };
    if line()? != MAGIC {
        return Err(PackedClassicsError::Head);
    }
    let mut file = ClassicsFile { judged_by: line()?.to_owned(), ..ClassicsFile::default() };
    loop {
        let text = line()?;
        if text.is_empty() {
            break;
        }
        let mut fields = text.split('\t').map(str::to_owned);
        let mut field = || fields.next().ok_or(PackedClassicsError::Head);
        file.manuals.push(XiangqiManual { title: field()?, author: field()?, date: field()? });
    }
    let mut reader = Reader { bytes: left };
    let mut volume = String::new();
    while !reader.bytes.is_empty() {
        let number = file.compositions.len() + 1;
        let composition = reader.composition(&volume).filter(|composition| composition.manual < file.manuals.len());
        let composition = composition.ok_or(PackedClassicsError::Composition { number })?;
        volume.clone_from(&composition.volume);
        file.compositions.push(composition);
    }
    Ok(file)
}

/// The volume that differs from an empty text, which repeats the one before.
const NO_VOLUME: &str = "-";

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn number(&mut self, mut value: usize) {
        while value >= 0x80 {
            self.bytes.push(value as u8 & 0x7F | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn composition(&mut self, composition: &Composition, volume: &str) -> Option<()> {
        self.number(composition.manual);
        self.text(match composition.volume.as_str() {
            same if same == volume => "",
            "" => NO_VOLUME,
            other => other,
        });
        self.text(&composition.number);
        self.text(&composition.title);
        let start = &composition.start;
        let is_usual = start.board() == Position::start().board();
        let stated = match composition.stated {
            None => 0,
            Some(StatedResult::Wins(side)) => 1 + side.index(),
            Some(StatedResult::Draw) => 3,
        };
        let agreement = SourceAgreement::ALL.iter().position(|&agreement| agreement == composition.agreement)?;
        let flags = start.side_to_move().index()
            | stated << 1
            | agreement << 3
            | usize::from(is_usual) << 6
            | usize::from(composition.is_cut) << 7
            | usize::from(composition.judgement.is_some()) << 8;
        self.number(flags);
        if !is_usual {
            write_xiangqi(start, &mut self.bytes);
        }
        self.line(*start, &composition.line)?;
        self.number(composition.variations.len());
        for variation in &composition.variations {
            self.number(variation.after);
            self.line(after(start, &composition.line, variation.after)?, &variation.moves)?;
        }
        if let Some(judgement) = &composition.judgement {
            self.judgement(composition, judgement)?;
        }
        Some(())
    }

    fn line(&mut self, mut position: Position, line: &[Move]) -> Option<()> {
        self.number(line.len());
        for &mv in line {
            let index = position.legal_moves().iter().position(|&legal| legal == mv)?;
            self.bytes.push(u8::try_from(index).ok()?);
            position.make(mv);
        }
        Some(())
    }

    /// A judgement: which of `other` and the improvement are there, the three findings, then those.
    fn judgement(&mut self, composition: &Composition, judgement: &Judgement) -> Option<()> {
        self.bytes.push(u8::from(judgement.other.is_some()) | u8::from(judgement.improvement.is_some()) << 1);
        self.finding(judgement.start);
        self.finding(judgement.first);
        self.finding(judgement.end);
        if let Some((mv, finding)) = judgement.other {
            self.line(composition.start, &[mv])?;
            self.finding(finding);
        }
        if let Some(Improvement { after: plies, line, finding }) = &judgement.improvement {
            self.number(*plies);
            self.line(after(&composition.start, &composition.line, *plies)?, line)?;
            self.finding(*finding);
        }
        Some(())
    }

    /// A finding: its kind and the sign or the winner in three bits, then the rest.
    fn finding(&mut self, finding: ClassicFinding) {
        let (kind, side, value) = match finding {
            ClassicFinding::Proved { winner, moves } => (0, winner.index(), usize::from(moves)),
            ClassicFinding::Mate { winner, moves } => (1, winner.index(), usize::from(moves)),
            ClassicFinding::Score { cp } => (2, usize::from(cp < 0), cp.unsigned_abs() as usize),
        };
        self.number(kind | side << 2 | value << 3);
    }
}

fn after(start: &Position, line: &[Move], plies: usize) -> Option<Position> {
    let mut position = *start;
    for &mv in line.get(..plies)? {
        position.make(mv);
    }
    Some(position)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<usize> {
        let mut value = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        let text = std::str::from_utf8(self.bytes.get(..length)?).ok()?.to_owned();
        self.bytes = &self.bytes[length..];
        Some(text)
    }

    fn composition(&mut self, volume: &str) -> Option<Composition> {
        let manual = self.number()?;
        let volume = match self.text()?.as_str() {
            "" => volume.to_owned(),
            NO_VOLUME => String::new(),
            other => other.to_owned(),
        };
        let (number, title, flags) = (self.text()?, self.text()?, self.number()?);
        let side = Side::ALL[flags & 1];
        let stated = match flags >> 1 & 3 {
            0 => None,
            3 => Some(StatedResult::Draw),
            winner => Some(StatedResult::Wins(Side::ALL[winner - 1])),
        };
        let agreement = *SourceAgreement::ALL.get(flags >> 3 & 7)?;
        let start = if flags >> 6 & 1 == 1 {
            Some(Position::start()).filter(|start| start.side_to_move() == side)?
        } else {
            let mut bits = Bits::new(self.bytes);
            let start = read_xiangqi(&mut bits, side)?;
            self.bytes = bits.rest();
            start
        };
        let line = self.line(start)?;
        let variations = (0..self.number()?).map(|_| {
            let plies = self.number()?;
            Some(ManualVariation { after: plies, moves: self.line(after(&start, &line, plies)?)? })
        });
        let variations = variations.collect::<Option<Vec<_>>>()?;
        let judgement = if flags >> 8 == 1 { Some(self.judgement(&start, &line)?) } else { None };
        let is_cut = flags >> 7 & 1 == 1;
        let head = (manual, volume, number, title);
        let (manual, volume, number, title) = head;
        Some(Composition {
            manual,
            volume,
            number,
            title,
            start,
            stated,
            line,
            is_cut,
            variations,
            agreement,
            judgement,
        })
    }

    fn line(&mut self, mut position: Position) -> Option<Vec<Move>> {
        let plies = self.number()?;
        let mut line = Vec::with_capacity(plies.min(512));
        for _ in 0..plies {
            let mv = *position.legal_moves().get(usize::from(self.byte()?))?;
            position.make(mv);
            line.push(mv);
        }
        Some(line)
    }

    fn judgement(&mut self, start: &Position, main: &[Move]) -> Option<Judgement> {
        let parts = self.byte().filter(|&parts| parts < 4)?;
        let (at_start, first, end) = (self.finding()?, self.finding()?, self.finding()?);
        let other = if parts & 1 == 1 { Some((*self.line(*start)?.first()?, self.finding()?)) } else { None };
        let improvement = if parts & 2 == 2 {
            let plies = self.number()?;
            let line = self.line(after(start, main, plies)?).filter(|line| !line.is_empty())?;
            Some(Improvement { after: plies, line, finding: self.finding()? })
        } else {
            None
        };
        Some(Judgement { start: at_start, first, end, other, improvement })
    }

    fn finding(&mut self) -> Option<ClassicFinding> {
        let number = self.number()?;
        let (side, value) = (number >> 2 & 1, number >> 3);
        let (winner, moves) = (Side::ALL[side], u16::try_from(value).ok()?);
        match number & 3 {
            0 => Some(ClassicFinding::Proved { winner, moves }),
            1 => Some(ClassicFinding::Mate { winner, moves }),
            2 => Some(ClassicFinding::Score { cp: if side == 1 { -i32::from(moves) } else { i32::from(moves) } }),
            _ => None,
        }
    }
}
