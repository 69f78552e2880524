import type { WindowsAzureSigningConfiguration } from 'app-builder-lib'

/** The variables of Azure Trusted Signing, by the options that electron-builder takes. */
const variables = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'AZURE_SIGNING_PUBLISHER',
} as const

/**
 * Returns `win.azureSignOptions` for electron-builder; `null` if no variable is set. Throws an error that names what is missing if only
 * some are, because the packages would be unsigned without a word.
 */
export function readAzureSigning(env: NodeJS.ProcessEnv): WindowsAzureSigningConfiguration | null {
  const missing = Object.values(variables).filter((name) => !env[name]?.trim())
  if (missing.length === Object.keys(variables).length) return null
  if (missing.length > 0) throw new Error(`Azure Trusted Signing needs ${missing.join(', ')} too.`)
  const read = (name: keyof typeof variables) => env[variables[name]]?.trim() ?? ''
  return {
    endpoint: read('endpoint'),
    codeSigningAccountName: read('codeSigningAccountName'),
    certificateProfileName: read('certificateProfileName'),
    publisherName: read('publisherName'),
  }
}

/** Returns the arguments that pass the options to electron-builder's command line. */
export function azureArguments(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(readAzureSigning(env) ?? {}).map(
    ([name, value]) => `-c.win.azureSignOptions.${name}=${value}`,
  )
}
