import { readFileSync, writeFileSync } from 'node:fs'

/** Registers `linkwright:` links for everybody, as `build/installer.nsh` does. `mainExecutable` is the packager's id of the app. */
const component = `
      <Component Id="linkwrightProtocol" Guid="B6E7B0E5-0C43-4F0D-9A57-6C4C7C1C9E0B">
        <RegistryKey Root="HKLM" Key="Software\\Classes\\linkwright">
          <RegistryValue Type="string" Value="URL:Linkwright" KeyPath="yes"/>
          <RegistryValue Name="URL Protocol" Type="string" Value=""/>
          <RegistryValue Key="shell\\open\\command" Type="string" Value="&quot;[#mainExecutable]&quot; -- &quot;%1&quot;"/>
        </RegistryKey>
      </Component>`

const group = '<ComponentGroup Id="ProductComponents" Directory="APPLICATIONFOLDER">'

/**
 * Runs when the packager has written the MSI's project, and adds the registration of `linkwright:` links. Throws if the project has
 * no group of components, because a later packager may name it otherwise.
 */
export default function addProtocol(projectFile: string): void {
  const project = readFileSync(projectFile, 'utf8')
  if (!project.includes(group))
    throw new Error(`${projectFile} has no component group for linkwright: links.`)
  writeFileSync(
    projectFile,
    project.replace(group, () => group + component),
  )
}
