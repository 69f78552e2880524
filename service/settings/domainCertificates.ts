import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { certificateNames, explainUnusable, type KeyPair } from './keyPair.ts'
import { InvalidSettingError, StartError } from './settingErrors.ts'
import { readSettingFile } from './variables.ts'

/** File names in each folder, as certbot has them. */
const fileNames = { cert: 'fullchain.pem', key: 'privkey.pem' }

/**
 * Reads the certificates in the folder that `TLS_DOMAINS` names: one in each folder below it. They may be in the middle
 * of a renewal, so their errors are `StartError`s.
 */
export function readDomainCertificates(folder: string): KeyPair[] {
  return listFolders(folder).map((name) => {
    const cert = readSettingFile('TLS_DOMAINS', join(folder, name, fileNames.cert))
    const key = readSettingFile('TLS_DOMAINS', join(folder, name, fileNames.key))
    const reason = explainUnusable({ cert, key }, fileNames)
    if (reason !== null) throw new StartError(`In the TLS_DOMAINS folder ${join(folder, name)}, ${reason}.`)
    if (certificateNames(cert).length === 0)
      throw new StartError(
        `In the TLS_DOMAINS folder ${join(folder, name)}, ${fileNames.cert} names no domain.`,
      )
    return { cert, key }
  })
}

/** Returns the folders with a certificate. Skips everything else, such as certbot's README. */
function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, fileNames.cert)))
      .toSorted()
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new InvalidSettingError(`TLS_DOMAINS points to a folder that cannot be read (${code}).`)
  }
}
