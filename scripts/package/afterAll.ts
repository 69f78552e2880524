import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { billOfMaterials, packedApp } from './billOfMaterials.ts'
import { describePackages } from './checksums.ts'

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
  const platforms = [...platformToTargets.keys()].map((platform) => platform.buildConfigurationKey).join('-')
  const pathPrefix = join(outDir, `${manifest.productName}-${manifest.version}-${platforms}`)
  return await describePackages(pathPrefix, billOfMaterials(root, packedApp(root)), artifactPaths)
}
