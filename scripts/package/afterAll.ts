import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials, packedApp } from './billOfMaterials.ts'
import { checksums } from './checksums.ts'

const root = join(import.meta.dirname, '..', '..')

/** The used part of electron-builder's `BuildResult`. */
interface Result {
  outDir: string
  artifactPaths: string[]
  platformToTargets: Map<{ buildConfigurationKey: string }, unknown>
}

/**
 * Runs after the packager has finished a platform: writes a bill of materials and checksums beside the packages.
 * Returns both paths, so that they are published too. Skips folders without a package.
 */
export default async function afterAll(result: Result): Promise<string[]> {
  const { outDir, artifactPaths, platformToTargets } = result
  if (artifactPaths.length === 0) return []
  const { productName, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const platforms = [...platformToTargets.keys()].map((platform) => platform.buildConfigurationKey).join('-')
  const pathPrefix = join(outDir, `${productName}-${version}-${platforms}`)
  const [bom, checksumsFile] = [`${pathPrefix}.cdx.json`, `${pathPrefix}.sha256`]
  writeFileSync(bom, `${JSON.stringify(billOfMaterials(root, packedApp(root)), null, 2)}\n`)
  writeFileSync(checksumsFile, await checksums([...artifactPaths, bom]))
  return [bom, checksumsFile]
}

interface Manifest {
  productName: string
  version: string
}
