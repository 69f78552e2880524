import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages } from './bundledPackages.ts'

/** The part of a CycloneDX document that is looked at. */
export interface Bom {
  metadata: { component: Record<string, unknown> & { 'bom-ref': string } }
  components: { 'bom-ref': string; name: string; version: string; purl: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** What a bill of materials is about: what it is called, and which packages it holds. */
export interface Product {
  name: string
  holds: (component: Bom['components'][number]) => boolean
}

/** The packed app: what is bundled, and Electron. */
export function packedApp(root: string): Product {
  const { productName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    productName: string
  }
  const bundled = bundledPackages(root)
  return {
    name: productName,
    holds: ({ name, purl }) => name === 'electron' || bundled.has(packageOfPurl(purl)),
  }
}

/** What is in a product, as CycloneDX: npm's own list of what is installed, cut to that. */
export function billOfMaterials(root: string, { name, holds }: Product): Bom {
  const { metadata, components, dependencies, ...rest } = readInstalled(root)
  const inside = components.filter(holds)
  const refs = new Set([metadata.component['bom-ref'], ...inside.map((component) => component['bom-ref'])])
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: inside,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  }
}

/** `name@version` in a package URL; it has the name of the package itself where it is installed under another. */
export function packageOfPurl(purl: string): string {
  return decodeURIComponent(purl.slice('pkg:npm/'.length))
}

function readInstalled(root: string): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const npm = process.env['npm_execpath']
  const limits = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  // Windows starts `npm`, which is a script there, only through a shell.
  const { status, stdout, stderr } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], limits)
    : spawnSync(['npm', ...args].join(' '), { ...limits, shell: true })
  if (status !== 0) throw new Error(`npm could not say what is installed: ${stderr}`)
  return JSON.parse(stdout) as Bom
}
