import { X509Certificate, createPrivateKey } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidSettingError, StartError } from './settingErrors.ts'
import { readSettingFile } from './variables.ts'

/** Certificate chain and private key, as PEM text. */
export interface KeyPair {
  cert: string
  key: string
}

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
    const reason = explainMismatch(cert, key)
    if (reason !== null) throw new StartError(`In the TLS_DOMAINS folder ${join(folder, name)}, ${reason}.`)
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

/** No message quotes a file's content. */
function explainMismatch(cert: string, key: string): string | null {
  try {
    const certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key))) {
      return `${fileNames.key} is not the key of the certificate in ${fileNames.cert}`
    }
    return certificateNames(cert).length === 0 ? `${fileNames.cert} names no domain` : null
  } catch {
    return `${fileNames.cert} or ${fileNames.key} cannot be used`
  }
}

/** Returns the domains of a certificate in lower case; `*.example.com` includes all names one level below. */
export function certificateNames(cert: string): string[] {
  const { subjectAltName = '' } = new X509Certificate(cert)
  return [...subjectAltName.matchAll(/DNS:([^,"\s]+)/g)].map(([, name = '']) => name.toLowerCase())
}
