import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sha256 } from './checksums.ts'

/** The folder of the packages, their download address, and fields of `package.json`. */
export interface Release {
  folder: string
  downloadUrl: string
  manifest: {
    productName: string
    version: string
    description: string
    homepage: string
    license: string
    author: { name: string }
  }
}

interface Package {
  url: string
  hash: string
}

const wingetVersion = '1.10.0'
const wingetId = 'Linkwright.Linkwright'

/** Returns the files of a winget manifest by name. Throws an error that names a missing package. */
export async function wingetManifest(release: Release): Promise<Record<string, string>> {
  const { version, productName, description, homepage, license, author } = release.manifest
  const find = (suffix: string) => findPackage(release, suffix)
  const [x64, arm64, msi] = await Promise.all([
    find('win-x64.exe'),
    find('win-arm64.exe'),
    find('win-x64.msi'),
  ])
  const installers = [
    ...nsisInstallers('x64', x64),
    ...nsisInstallers('arm64', arm64),
    wingetInstaller({ architecture: 'x64', type: 'wix', scope: 'machine' }, msi),
  ]
  const header = (type: string) =>
    [
      `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${wingetVersion}.schema.json`,
      `PackageIdentifier: ${wingetId}`,
      `PackageVersion: ${version}`,
    ].join('\n')
  const footer = (type: string) => `ManifestType: ${type}\nManifestVersion: ${wingetVersion}\n`
  return {
    [`${wingetId}.yaml`]: `${header('version')}\nDefaultLocale: en-US\n${footer('version')}`,
    [`${wingetId}.installer.yaml`]: `${header('installer')}\nInstallers:\n${installers.join('')}${footer('installer')}`,
    [`${wingetId}.locale.en-US.yaml`]: [
      header('defaultLocale'),
      'PackageLocale: en-US',
      `Publisher: ${JSON.stringify(author.name)}`,
      `PackageName: ${JSON.stringify(productName)}`,
      `PackageUrl: ${JSON.stringify(homepage)}`,
      `License: ${JSON.stringify(license)}`,
      `ShortDescription: ${JSON.stringify(description)}`,
      footer('defaultLocale'),
    ].join('\n'),
  }
}

/** The same installer installs for one user or for all, depending on its switch. */
function nsisInstallers(architecture: string, file: Package): string[] {
  return [
    wingetInstaller({ architecture, type: 'nullsoft', scope: 'user', custom: '/currentuser' }, file),
    wingetInstaller({ architecture, type: 'nullsoft', scope: 'machine', custom: '/allusers' }, file),
  ]
}

interface Installer {
  architecture: string
  type: 'nullsoft' | 'wix'
  scope: 'user' | 'machine'
  custom?: string
}

function wingetInstaller({ architecture, type, scope, custom }: Installer, { url, hash }: Package): string {
  const lines = [
    `- Architecture: ${architecture}`,
    `  InstallerType: ${type}`,
    `  Scope: ${scope}`,
    `  InstallerUrl: ${url}`,
    `  InstallerSha256: ${hash.toUpperCase()}`,
    ...(custom === undefined ? [] : ['  InstallerSwitches:', `    Custom: ${custom}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the Homebrew cask. Throws an error that names a missing package. */
export async function homebrewCask(release: Release): Promise<string> {
  const { version, productName, homepage } = release.manifest
  const find = (suffix: string) => findPackage(release, suffix)
  const [arm64, x64] = await Promise.all([find('mac-arm64.dmg'), find('mac-x64.dmg')])
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
export async function findPackage(
  { folder, downloadUrl, manifest }: Release,
  suffix: string,
): Promise<Package> {
  const file = join(folder, `${manifest.productName}-${manifest.version}-${suffix}`)
  if (!existsSync(file)) throw new Error(`The package ${basename(file)} is missing.`)
  return { url: `${downloadUrl}/${basename(file)}`, hash: await sha256(file) }
}
