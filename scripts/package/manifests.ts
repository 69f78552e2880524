import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { sha256 } from './checksums.ts'

/** The folder of the packages and their download address. */
export interface Release {
  folder: string
  downloadUrl: string
}

interface Package {
  url: string
  hash: string
}

const { version, productName, homepage } = manifest
const wingetVersion = '1.10.0'
const wingetId = 'Linkwright.Linkwright'

/** Returns the files of a winget manifest by name. Throws an error that names a missing package. */
export async function wingetManifest(release: Release): Promise<Record<string, string>> {
  const x64 = await findPackage(release, 'win-x64.exe')
  const arm64 = await findPackage(release, 'win-arm64.exe')
  const { url, hash } = await findPackage(release, 'win-x64.msi')
  const msi = { Architecture: 'x64', InstallerType: 'wix', Scope: 'machine', InstallerUrl: url }
  const installers = [
    ...nsisInstallers('x64', x64),
    ...nsisInstallers('arm64', arm64),
    { ...msi, InstallerSha256: hash.toUpperCase() },
  ]
  const locale = {
    PackageLocale: 'en-US',
    Publisher: manifest.author.name,
    PackageName: productName,
    PackageUrl: homepage,
    License: manifest.license,
    ShortDescription: manifest.description,
  }
  return {
    [`${wingetId}.yaml`]: wingetFile('version', { DefaultLocale: 'en-US' }),
    [`${wingetId}.installer.yaml`]: wingetFile('installer', { Installers: installers }),
    [`${wingetId}.locale.en-US.yaml`]: wingetFile('defaultLocale', locale),
  }
}

function wingetFile(type: string, fields: object): string {
  const schema = `https://aka.ms/winget-manifest.${type}.${wingetVersion}.schema.json`
  const ids = { PackageIdentifier: wingetId, PackageVersion: version }
  const file = { ...ids, ...fields, ManifestType: type, ManifestVersion: wingetVersion }
  // JSON is YAML, too. The release workflow runs this without npm packages.
  return `# yaml-language-server: $schema=${schema}\n${JSON.stringify(file, null, 2)}\n`
}

/** The same installer installs for one user or for all, depending on its switch. */
function nsisInstallers(architecture: string, { url, hash }: Package): object[] {
  const scopes = { user: '/currentuser', machine: '/allusers' }
  return Object.entries(scopes).map(([scope, flag]) => ({
    Architecture: architecture,
    InstallerType: 'nullsoft',
    Scope: scope,
    InstallerUrl: url,
    InstallerSha256: hash.toUpperCase(),
    InstallerSwitches: { Custom: flag },
  }))
}

/** Returns the Homebrew cask. Throws an error that names a missing package. */
export async function homebrewCask(release: Release): Promise<string> {
  const arm64 = await findPackage(release, 'mac-arm64.dmg')
  const x64 = await findPackage(release, 'mac-x64.dmg')
  const url = arm64.url.replaceAll(version, '#{version}').replace(/arm64(?=\.dmg$)/, '#{arch}')
  return `cask "linkwright" do
  arch arm: "arm64", intel: "x64"

  version ${JSON.stringify(version)}
  sha256 arm:   "${arm64.hash}",
         intel: "${x64.hash}"

  url ${JSON.stringify(url)}
  name ${JSON.stringify(productName)}
  desc "Create tracked deep links without code"
  homepage ${JSON.stringify(homepage)}

  depends_on macos: ">= :ventura"

  app "${productName}.app"

  zap trash: [
    "~/Library/Application Support/Linkwright",
    "~/Library/Caches/linkwright-updater",
  ]
end
`
}

/** Returns a package of the release. Throws an error that names it if it is missing. */
export async function findPackage({ folder, downloadUrl }: Release, suffix: string): Promise<Package> {
  const file = join(folder, `${productName}-${version}-${suffix}`)
  if (!existsSync(file)) throw new Error(`The package ${basename(file)} is missing.`)
  return { url: `${downloadUrl}/${basename(file)}`, hash: await sha256(file) }
}
