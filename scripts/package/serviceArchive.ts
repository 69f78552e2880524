import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { create } from 'tar'
import manifest from '../../package.json' with { type: 'json' }
import { billOfMaterials } from './billOfMaterials.ts'
import { assembleChangelog } from './changelog.ts'
import { describePackages } from './checksums.ts'
import { findServiceParts, trackedFiles, type ServiceParts } from './serviceParts.ts'

/** Documents for operators, and the documents they link to. */
const documents = [
  'LICENSE',
  'docs/limits.md',
  'docs/operating.md',
  'docs/operating',
  'docs/performance.md',
  'docs/postgresql.md',
  'docs/privacy.md',
  'docs/production.md',
  'docs/scale.md',
  'docs/service-api.md',
  'docs/using/move-in.md',
  'docs/using/open-your-app.md',
  'docs/using/team.md',
  'docs/decisions/0020-path-classes.md',
  'docs/decisions/0029-erase-one-link.md',
  'docs/prometheus',
]

/**
 * Writes the release of the standalone service to a folder and returns the paths: the archive, which needs no other
 * package, a bill of materials and checksums.
 */
export async function packService(root: string, output: string): Promise<string[]> {
  const parts = findServiceParts(root)
  const archive = await packArchive(root, output, parts)
  const pathPrefix = archive.replace(/\.tar\.gz$/, '')
  const bom = billOfMaterials(root, {
    name: 'Linkwright service',
    packages: new Set(parts.packages.values()),
  })
  return [archive, ...(await describePackages(pathPrefix, bom, [archive]))]
}

/** Writes only the archive. It is reproducible from the same commit and installed packages. */
export async function packArchive(
  root: string,
  output: string,
  parts = findServiceParts(root),
): Promise<string> {
  const name = `linkwright-service-${manifest.version}`
  await using staging = await mkdtempDisposable(join(tmpdir(), 'linkwright-service-'))
  stageFiles(root, join(staging.path, name), parts)
  mkdirSync(output, { recursive: true })
  const archive = join(output, `${name}.tar.gz`)
  await create(
    { cwd: staging.path, file: archive, gzip: true, portable: true, mtime: commitTime(root) },
    listFiles(join(staging.path, name)).map((file) => `${name}/${file}`),
  )
  return archive
}

function stageFiles(root: string, folder: string, parts: ServiceParts): void {
  const add = (path: string, filter: (source: string) => boolean = () => true) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true, filter })
  }
  for (const file of [...parts.files, ...trackedFiles(root, ...documents)]) add(file)
  for (const path of parts.packages.keys()) {
    const nested = join(root, path, 'node_modules')
    add(path, (source) => source !== nested && !isForDevelopers(relative(join(root, path), source)))
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), assembleChangelog(root, manifest.version))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createManifest(parts), null, 2)}\n`)
}

/**
 * Whether a package's file is never loaded: types, TypeScript (which Node doesn't run below `node_modules`), source
 * maps and tests. They are half of all files.
 */
function isForDevelopers(file: string): boolean {
  return /\.([cm]?ts|map)$/.test(file) || /^(tests?|benchmarks?)$/.test(file)
}

/** Returns the fields that `npm run` and a version lookup need. */
function createManifest({ dependencies }: ServiceParts): object {
  const { version, license, scripts } = manifest
  const serviceScripts = Object.fromEntries(
    Object.entries(scripts).filter(([name]) => /^service(:|$)/.test(name)),
  )
  return {
    name: 'linkwright-service',
    version,
    private: true,
    license,
    type: 'module',
    engines: { node: '>=24.15' },
    scripts: serviceScripts,
    dependencies,
  }
}

function commitTime(root: string): Date {
  return new Date(
    Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })) * 1_000,
  )
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
}
