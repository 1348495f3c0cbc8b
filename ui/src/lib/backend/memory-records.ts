// Records that the backend in memory reads and writes.
import type {
  EncodingChoice,
  ExportForm,
  ExportSubject,
  ImportOutcome,
  PictureStyle,
  ReplayPart,
  TextSample,
} from "../bindings";
import { fault } from "./memory-shell";
import { MemoryStudies } from "./memory-studies";

/** The report of an import of no game, but for the `changes`. */
export const imported = (changes: Partial<ImportOutcome> = {}): ImportOutcome => ({
  opens: null,
  games: 0,
  known: 0,
  duplicates: 0,
  listedDuplicates: [],
  skipped: [],
  unlisted: 0,
  stopped: false,
  doubtful: [],
  ...changes,
});

export class MemoryRecords extends MemoryStudies {
  /** The result of the next drop or file choice. */
  readonly offered: ImportOutcome[] = [];
  /** The texts of waiting files, by encoding. */
  samples: Record<string, TextSample[]> = {};

  async importBytes(bytes: Uint8Array): Promise<ImportOutcome> {
    this.check("importBytes");
    const text = new TextDecoder().decode(bytes);
    if (!/h8|炮|GM\[|\[Game/i.test(text)) {
      const why = fault("unsupported-record", "This is not a record that can be read.");
      return imported({ skipped: [{ place: null, game: null, why }] });
    }
    const made = this.finished(/h8|GM\[/i.test(text) ? 1 : 0);
    const id = 1 + Math.max(0, ...this.games.map(({ summary }) => summary.id));
    const game = { ...made, summary: { ...made.summary, id } };
    this.games = [game, ...this.games];
    return imported({ opens: id, games: 1 });
  }

  /** Dropped files, with the result that a test sets. */
  async importOffered(): Promise<ImportOutcome | null> {
    this.check("importOffered");
    return this.offered.shift() ?? null;
  }

  async importChosen(): Promise<ImportOutcome | null> {
    this.check("importChosen");
    return this.offered.shift() ?? null;
  }

  async readDoubtful(guess: string, encoding: string): Promise<TextSample[]> {
    this.check(`readDoubtful ${guess} ${encoding}`, "readDoubtful");
    return this.samples[encoding] ?? [];
  }

  async importDoubtful(choices: EncodingChoice[]): Promise<ImportOutcome> {
    const chosen = choices.map(({ guess, encoding }) => `${guess}=${encoding}`);
    this.check(`importDoubtful ${chosen.join(" ")}`, "importDoubtful");
    return this.offered.shift() ?? imported();
  }

  async importDuplicates(): Promise<ImportOutcome> {
    this.check("importDuplicates");
    return this.offered.shift() ?? imported();
  }

  async skipDoubtful(): Promise<void> {
    this.check("skipDoubtful");
  }

  async stopImport(): Promise<void> {
    this.check("stopImport");
  }

  /** The styles of the pictures so far. */
  readonly styles: PictureStyle[] = [];
  /** When an animation is ready. */
  drawn: Promise<void> = Promise.resolve();

  async exportForms(of: ExportSubject): Promise<ExportForm[]> {
    this.check(`exportForms ${of}`, "exportForms");
    if (of === "study") this.open();
    const whole = { leftOut: [], refused: null };
    const refused = fault("unwritable-form", "pos holds boards of 15 lines only; choose sgf or psq");
    return [
      { ...whole, name: "sgf", ending: "sgf" },
      { ...whole, name: "psq", ending: "psq", leftOut: [["comment", 2]] },
      { ...whole, name: "pos", ending: "pos", refused },
      { ...whole, name: "svg", ending: "svg" },
    ];
  }

  async exportGame(form: string, style: PictureStyle): Promise<string | null> {
    this.styles.push(style);
    this.check(`exportGame ${form}`, "exportGame");
    return `/home/me/game.${form}`;
  }

  async exportGif(part: ReplayPart, style: PictureStyle, moveMs: number): Promise<string | null> {
    this.styles.push(style);
    this.check(`exportGif ${part} ${moveMs}`, "exportGif");
    await this.drawn;
    return "/home/me/game.gif";
  }

  async stopDrawing(): Promise<void> {
    this.check("stopDrawing");
  }

  async copyPicture(of: ExportSubject, style: PictureStyle): Promise<void> {
    this.styles.push(style);
    this.check(`copyPicture ${of}`, "copyPicture");
  }
}
