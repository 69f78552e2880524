import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Writes a bill of materials, and the checksums of the packages and of the bill, beside them. Returns both paths. */
export async function describePackages(pathPrefix: string, bom: object, packages: string[]) {
  const [bomFile, checksumsFile] = [`${pathPrefix}.cdx.json`, `${pathPrefix}.sha256`]
  writeFileSync(bomFile, `${JSON.stringify(bom, null, 2)}\n`)
  writeFileSync(checksumsFile, await checksums([...packages, bomFile]))
  return [bomFile, checksumsFile]
}

/** Returns the SHA-256 of each file in the format of `sha256sum --check`. */
async function checksums(files: string[]): Promise<string> {
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
