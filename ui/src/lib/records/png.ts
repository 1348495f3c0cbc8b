// Converts an SVG picture to PNG, drawn by the web view.

/** The width of the PNG: sharp in print at the width of a page's column. */
const WIDTH = 2000;

/** Draws an SVG with known dimensions on a canvas. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { width, height } = sizeOf(svg);
  const image = new Image();
  const drawn = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the picture could not be drawn");
  return new Uint8Array(await blob.arrayBuffer());
}

/** The size of the picture, from the box that the SVG names. */
export function sizeOf(svg: string): { width: number; height: number } {
  const [, , across = 1, down = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  return { width: WIDTH, height: Math.round((WIDTH * down) / across) };
}
