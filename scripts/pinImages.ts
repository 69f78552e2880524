import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches an image with name and tag in a Dockerfile or a compose file. Images that are built here have no tag. */
const taggedImage = /^(?:FROM|[ ]+image:)[ ]+([\w./-]+:[\w.-]+)$/gm

const deploy = join(import.meta.dirname, '..', 'service', 'deploy')

/**
 * Pins the container's images to the registry's current digests: `node scripts/pinImages.ts [FOLDER]`. Needs Docker and
 * the network, and can be repeated: existing digests are kept.
 */
const folder = process.argv[2] ?? deploy
for (const name of ['Dockerfile', 'compose.yaml']) {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8').replace(
    taggedImage,
    (line, image: string) => `${line}@${findDigest(image)}`,
  )
  writeFileSync(file, text)
  for (const [image] of text.matchAll(/\S+@sha256:[0-9a-f]{64}/g)) console.log(`${name}: ${image}`)
}

/** Returns the digest of the list of all platforms, so that the pinned image still runs on each of them. */
function findDigest(image: string): string {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']
  const digest = execFileSync('docker', args, { encoding: 'utf8' }).trim()
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image} has no digest: ${digest}`)
  return digest
}
