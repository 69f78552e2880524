/** Creates a canvas optimized for reading its pixels. */
export function createCanvas(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser can’t draw images.')
  return { canvas, context }
}

/** Maximum size of a user's picture: that of the largest camera photos. Larger ones could decode to gigabytes. */
const maxPicturePixels = 50_000_000

/** Loads one of our own image files as the browser renders it. Throws if it isn't an image. */
export function loadImage(file: Blob): Promise<HTMLImageElement> {
  return load(file, Infinity)
}

/** Loads a user's image file. Throws if it isn't an image, or is too large to decode. */
export function loadPicture(file: Blob): Promise<HTMLImageElement> {
  return load(file, maxPicturePixels)
}

async function load(file: Blob, maxPixels: number): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  try {
    const image = await loadHeader(address)
    if (countPixels(image) > maxPixels) throw new Error('The picture is too large.')
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Returns whether an image is small enough to decode. */
export async function isDecodable(address: string): Promise<boolean> {
  const image = await loadHeader(address).catch(() => null)
  return image !== null && countPixels(image) <= maxPicturePixels
}

function countPixels({ naturalWidth, naturalHeight }: HTMLImageElement): number {
  return naturalWidth * naturalHeight
}

/** Loads an image only until its size is known. Browsers read that from the header, without decoding the image. */
function loadHeader(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('This file isn’t a picture.'))
    image.src = address
  })
}

/** Returns a canvas as a PNG file. Throws if the browser can't create one. */
export async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!png) throw new Error('This browser can’t create PNG files.')
  return png
}
