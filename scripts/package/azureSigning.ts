/** The environment variables of Azure Trusted Signing, by electron-builder's option. */
const variables = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'AZURE_SIGNING_PUBLISHER',
}

/**
 * Returns the arguments that pass the variables to electron-builder; none if no variable is set. It refuses to pack if
 * only some are.
 */
export function azureArguments(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(variables).flatMap(([option, name]) => {
    const value = env[name]?.trim()
    return value ? [`-c.win.azureSignOptions.${option}=${value}`] : []
  })
}
