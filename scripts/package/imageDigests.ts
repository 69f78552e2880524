/** An image by name and tag, at its place in a Dockerfile or a compose file. One that is built here has no tag. */
const taggedImage = /^(FROM|[ ]+image:)[ ]+([\w./-]+:[\w.-]+)$/gm

/** Returns the text with each image that has only a tag pinned to its digest. A digest that is already there stays. */
export async function pinImages(
  text: string,
  findDigest: (image: string) => Promise<string>,
): Promise<string> {
  const images = new Set([...text.matchAll(taggedImage)].map(([, , image = '']) => image))
  const digests = new Map(
    await Promise.all([...images].map(async (image) => [image, await findDigest(image)] as const)),
  )
  return text.replace(
    taggedImage,
    (_line, key: string, image: string) => `${key} ${image}@${digests.get(image)}`,
  )
}
