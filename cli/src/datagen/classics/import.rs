//! `duiyi datagen classics import`: tables of transcriptions to a packed file.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use duiyi_core::base::Side;
use duiyi_core::classics::{
    ClassicsFile, Composition, Judgement, ManualVariation, SourceAgreement, StatedResult, XiangqiManual, packed,
};
use duiyi_core::position::Position as _;
use duiyi_core::xiangqi::{Move, Position};

use super::BYTES_MAX;
use crate::input;
use crate::problem::{Problem, Status};

/// Author, and year or dynasty, by the title of the manual.
const AUTHORS: [(&str, &str, &str); 30] = [
    ("适情雅趣", "徐芝", "1570"),
    ("橘中秘(残局)", "朱晋桢", "1632"),
    ("橘中秘(全局)", "朱晋桢", "1632"),
    ("梅花谱", "王再越", "1690–1713"),
    ("梦入神机", "", "ming"),
    ("百局象棋谱", "三乐居士", "1801"),
    ("竹香斋象戏谱", "张乔栋", "1804–1817"),
    ("心武残编", "薛丙", "1800"),
    ("韬略元机(残局)", "", "1707"),
    ("韬略元机(全局)", "", "1707"),
    ("渊深海阔", "陈文乾", "1808"),
    ("烂柯神机", "于国柱", "1844"),
    ("自出洞来无敌手", "纯阳道人", "qing"),
    ("金鹏十八变", "", "ming"),
    ("反梅花谱", "巴吉人", "qing"),
    ("吴氏梅花谱", "吴梅圣", "qing"),
    ("无双品梅花谱", "", "qing"),
    ("崇本堂梅花谱", "", "qing"),
    ("善庆堂重订梅花变", "", "qing"),
    ("梅花变法谱", "", "qing"),
    ("梅花泉", "童圣公", "qing"),
    ("事林广记", "", "song"),
    ("万宝全书", "", "ming"),
    ("烂柯真机", "", "ming"),
    ("蕉窗逸品", "", "qing"),
    ("蕉竹斋", "", "qing"),
    ("隐秀斋象戏谱", "", "qing"),
    ("湖涯集", "", "qing"),
    ("吴绍龙象棋谱", "吴绍龙", "qing"),
    ("百变神妙象棋谱", "", ""),
];

/// Read tables of transcribed manuals and pack them
///
/// Each line is checked by the rules; what follows an illegal move is left out. Variations are kept for games alone: those
/// of compositions may come from annotated editions of the last century. Judgements in --out stay where position and line
/// are the same. The last line is `manuals N compositions N games N cut N refused N judged N`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the tables, one a manual, named by a number
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The packed file
    #[arg(long, value_name = "FILE", default_value = "data/classics/xiangqi.classics")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let kept = if args.out.exists() { super::read(&args.out)? } else { ClassicsFile::default() };
    let mut file = ClassicsFile { judged_by: kept.judged_by.clone(), ..ClassicsFile::default() };
    let mut judged: BTreeMap<(u64, Vec<Move>), Judgement> = BTreeMap::new();
    for composition in kept.compositions {
        if let Some(judgement) = composition.judgement {
            judged.insert((composition.start.key().0, composition.line), judgement);
        }
    }
    let mut refused = 0;
    for path in tables(&args.folder)? {
        let text = input::read_text(&path, BYTES_MAX)?;
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
        for (number, line) in (2..).zip(lines) {
            let place = || format!("{}: line {number}", path.display());
            let row: BTreeMap<&str, &str> = head.iter().copied().zip(line.split('\t')).collect();
            match composition(&row, &mut file.manuals) {
                Ok(mut composition) => {
                    composition.judgement = judged.remove(&(composition.start.key().0, composition.line.clone()));
                    file.compositions.push(composition);
                }
                Err(why) => {
                    refused += 1;
                    writeln!(out, "{}: {why}", place())?;
                }
            }
        }
    }
    let count = |fits: fn(&&Composition) -> bool| file.compositions.iter().filter(fits).count();
    let (games, cut) = (count(|of| of.is_game()), count(|of| of.is_cut));
    let judged = count(|of| of.judgement.is_some());
    let bytes = packed::write(&file).ok_or_else(|| Problem::at("FOLDER", "a title has a line break"))?;
    input::write(&args.out, &bytes)?;
    writeln!(
        out,
        "manuals {} compositions {} games {games} cut {cut} refused {refused} judged {judged} bytes {}",
        file.manuals.len(),
        file.compositions.len(),
        bytes.len()
    )?;
    Ok(Status::Done)
}

/// Lists the tables whose names begin with a number, in their order.
fn tables(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let at = |error| Problem::at(folder.display(), error);
    let entries = std::fs::read_dir(folder).map_err(at)?.collect::<Result<Vec<_>, _>>().map_err(at)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.ends_with(".tsv") && name.starts_with(|first: char| first.is_ascii_digit())
    });
    paths.sort();
    Ok(paths)
}

fn composition(row: &BTreeMap<&str, &str>, manuals: &mut Vec<XiangqiManual>) -> Result<Composition, String> {
    let field = |name: &str| row.get(name).map(|text| text.trim()).ok_or_else(|| format!("there is no column {name}"));
    let start: Position = field("fen")?.parse().map_err(|why| format!("the position: {why}"))?;
    let stated = match field("result_stated")? {
        "红胜" => Some(StatedResult::Wins(Side::First)),
        "黑胜" => Some(StatedResult::Wins(Side::Second)),
        "和" => Some(StatedResult::Draw),
        _ => None,
    };
    let (line, is_cut) = legal_part(start, field("line")?);
    let mut composition = Composition {
        manual: manual(field("manual")?, manuals),
        volume: field("volume")?.to_owned(),
        number: field("number")?.to_owned(),
        title: field("title")?.to_owned(),
        start,
        stated,
        line,
        is_cut: is_cut || field("legal")?.starts_with("no at"),
        variations: Vec::new(),
        agreement: agreement(field("agree")?),
        judgement: None,
    };
    if composition.is_game() {
        composition.variations = variations(&composition, field("variations")?);
    }
    Ok(composition)
}

/// Returns the index of a manual, and adds it if it is new.
fn manual(title: &str, manuals: &mut Vec<XiangqiManual>) -> usize {
    if let Some(index) = manuals.iter().position(|manual| manual.title == title) {
        return index;
    }
    let (author, date) = AUTHORS.iter().find(|known| known.0 == title).map_or(("", ""), |known| (known.1, known.2));
    manuals.push(XiangqiManual { title: title.to_owned(), author: author.to_owned(), date: date.to_owned() });
    manuals.len() - 1
}

fn agreement(text: &str) -> SourceAgreement {
    match text {
        "yes" | "yes(other book)" => SourceAgreement::Agree,
        "yes(fen; line one lineage)" => SourceAgreement::PositionOnly,
        "yes(same lineage)" => SourceAgreement::OneLineage,
        "differ(line)" => SourceAgreement::LinesDiffer,
        "differ(position)" => SourceAgreement::PositionsDiffer,
        _ => SourceAgreement::OneSource,
    }
}

/// Reads moves up to the first illegal one, and returns whether there is one.
fn legal_part(mut position: Position, text: &str) -> (Vec<Move>, bool) {
    let mut line = Vec::new();
    for word in text.split_whitespace() {
        match word.parse::<Move>().ok().filter(|&mv| position.is_legal(mv)) {
            Some(mv) => {
                position.make(mv);
                line.push(mv);
            }
            None => return (line, true),
        }
    }
    (line, false)
}

/// Reads `PLY: moves|…`; PLY is the 1-based ply of the main line that a variation replaces.
fn variations(composition: &Composition, text: &str) -> Vec<ManualVariation> {
    let read = |part: &str| {
        let (ply, moves) = part.split_once(':')?;
        let after = ply.trim().parse::<usize>().ok()?.checked_sub(1)?;
        let mut position = composition.start;
        for &mv in composition.line.get(..after)? {
            position.make(mv);
        }
        let (moves, _) = legal_part(position, moves);
        (!moves.is_empty()).then_some(ManualVariation { after, moves })
    };
    text.split('|').filter_map(read).collect()
}
