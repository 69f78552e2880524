import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials, packedApp } from './billOfMaterials.ts'
import { checksums } from './checksums.ts'

const root = join(import.meta.dirname, '..', '..')

/** The part of electron-builder's `BuildResult` that is used. */
interface Result {
  outDir: string
  artifactPaths: string[]
  platformToTargets: Map<{ buildConfigurationKey: string }, unknown>
}

/**
 * Runs once the packager has made everything for a platform: puts a bill of materials and the checksums beside the
 * packages. Gives the paths of both, so that they travel with the packages. A folder without a package gets neither.
 */
export default async function afterAll(result: Result): Promise<string[]> {
  const { outDir, artifactPaths, platformToTargets } = result
  if (artifactPaths.length === 0) return []
  const { productName, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const platforms = [...platformToTargets.keys()].map((platform) => platform.buildConfigurationKey).join('-')
  const start = join(outDir, `${productName}-${version}-${platforms}`)
  const [bom, sums] = [`${start}.cdx.json`, `${start}.sha256`]
  writeFileSync(bom, `${JSON.stringify(billOfMaterials(root, packedApp(root)), null, 2)}\n`)
  writeFileSync(sums, await checksums([...artifactPaths, bom]))
  return [bom, sums]
}

interface Manifest {
  productName: string
  version: string
}
