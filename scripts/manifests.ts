import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatpakManifest } from './package/flatpak.ts'
import { homebrewCask, wingetManifest, type Release } from './package/manifests.ts'

/** Writes the manifests of a release. Usage: `node scripts/manifests.ts PACKAGES DOWNLOAD_URL OUTPUT`. */
const [folder, downloadUrl, output] = process.argv.slice(2)
if (!folder || !downloadUrl || !output) throw new Error('Usage: manifests.ts PACKAGES DOWNLOAD_URL OUTPUT')
const text = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
const release: Release = { folder, downloadUrl, manifest: JSON.parse(text) as Release['manifest'] }
const files = {
  ...(await wingetManifest(release)),
  'linkwright.rb': await homebrewCask(release),
  ...(await flatpakManifest(release)),
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(output, name), content)
console.log(Object.keys(files).join('\n'))
