import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatpakManifest } from './package/flatpak.ts'
import { homebrewCask, wingetManifest } from './package/manifests.ts'

/** Writes the manifests of a release. Usage: `node scripts/manifests.ts PACKAGES DOWNLOAD_URL OUTPUT`. */
const [folder, downloadUrl, output] = process.argv.slice(2)
if (!folder || !downloadUrl || !output) throw new Error('Usage: manifests.ts PACKAGES DOWNLOAD_URL OUTPUT')
const release = { folder, downloadUrl }
const files = {
  ...(await wingetManifest(release)),
  'linkwright.rb': await homebrewCask(release),
  ...(await flatpakManifest(release)),
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(output, name), content)
console.log(Object.keys(files).join('\n'))
