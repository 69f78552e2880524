import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/** The used part of a CycloneDX document. */
export interface Bom {
  metadata: { component: Record<string, unknown> & { 'bom-ref': string } }
  components: { 'bom-ref': string; name: string; version: string; purl: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** The subject of a bill of materials: its name, and its npm packages as `name@version`. */
export interface Product {
  name: string
  packages: Set<string>
}

/** Returns the packed app: bundled packages and Electron. */
export function packedApp(root: string): Product {
  const electron = `electron@${manifest.devDependencies.electron}`
  return { name: manifest.productName, packages: readBundledPackages(root).add(electron) }
}

/** Returns the npm packages in the built app as `name@version`, from the license list in the build. */
function readBundledPackages(root: string): Set<string> {
  const list = readFileSync(join(root, 'dist', 'renderer', 'licenses.md'), 'utf8')
  return new Set([...list.matchAll(/^## (\S+) - (\d\S*)/gm)].map(([, name, version]) => `${name}@${version}`))
}

/** Returns a product's packages as CycloneDX: npm's own list of installed packages, filtered. */
export function billOfMaterials(root: string, { name, packages }: Product): Bom {
  const { metadata, components, dependencies, ...rest } = readInstalled(root)
  const included = components.filter(({ purl }) => packages.has(packageOfPurl(purl)))
  const refs = new Set([metadata.component['bom-ref'], ...included.map((component) => component['bom-ref'])])
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: included,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((dependency) => refs.has(dependency)),
      })),
  }
}

/** Returns `name@version` from a package URL; for an aliased package, its own name. */
export function packageOfPurl(purl: string): string {
  return decodeURIComponent(purl.slice('pkg:npm/'.length))
}

function readInstalled(root: string): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const npm = process.env['npm_execpath']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  // On Windows, `npm` is a script and needs a shell.
  const { status, stdout, stderr } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync(['npm', ...args].join(' '), { ...options, shell: true })
  if (status !== 0) throw new Error(`npm could not list the installed packages: ${stderr}`)
  return JSON.parse(stdout) as Bom
}
