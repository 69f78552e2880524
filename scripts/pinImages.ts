import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** An image by name and tag, at its place in a Dockerfile or a compose file. One that is built here has no tag. */
const taggedImage = /^(FROM|[ ]+image:)[ ]+([\w./-]+:[\w.-]+)$/gm

const deploy = join(import.meta.dirname, '..', 'service', 'deploy')
const run = promisify(execFile)

/**
 * Pins the images of the container to what the registry has now: `node scripts/pinImages.ts [FOLDER]`. It needs Docker and the
 * network, and is repeatable.
 */
const folder = process.argv[2] ?? deploy
for (const name of ['Dockerfile', 'compose.yaml']) {
  const file = join(folder, name)
  const text = await pinImages(readFileSync(file, 'utf8'), findDigest)
  writeFileSync(file, text)
  for (const [image] of text.matchAll(/\S+@sha256:[0-9a-f]{64}/g)) console.log(`${name}: ${image}`)
}

/** Returns the digest of the list of all platforms, so that the pinned image still runs on each of them. */
async function findDigest(image: string): Promise<string> {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']
  const { stdout } = await run('docker', args)
  const digest = stdout.trim()
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image} has no digest: ${digest}`)
  return digest
}

/** Returns the text with each image that has only a tag pinned to its digest. A digest that is already there stays. */
async function pinImages(text: string, findDigest: (image: string) => Promise<string>): Promise<string> {
  const images = new Set([...text.matchAll(taggedImage)].map(([, , image = '']) => image))
  const digests = new Map(
    await Promise.all([...images].map(async (image) => [image, await findDigest(image)] as const)),
  )
  return text.replace(
    taggedImage,
    (_line, key: string, image: string) => `${key} ${image}@${digests.get(image)}`,
  )
}
