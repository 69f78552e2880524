import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Matches an image with name and tag in a Dockerfile or a compose file. Images that are built here have no tag. */
const taggedImage = /^(FROM|[ ]+image:)[ ]+([\w./-]+:[\w.-]+)$/gm

const deploy = join(import.meta.dirname, '..', 'service', 'deploy')
const run = promisify(execFile)

/**
 * Pins the container's images to the registry's current digests: `node scripts/pinImages.ts [FOLDER]`. Needs Docker and
 * the network, and can be repeated.
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

/** Returns the text with each image that has only a tag pinned to its digest. Existing digests are kept. */
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
