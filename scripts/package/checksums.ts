import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Returns the SHA-256 of each file in the format of `sha256sum --check`. */
export async function checksums(files: string[]): Promise<string> {
  const lines = await Promise.all(
    files.sort().map(async (file) => `${await sha256(file)}  ${basename(file)}\n`),
  )
  return lines.join('')
}

/** Returns the SHA-256 of a file in lowercase hexadecimal. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
