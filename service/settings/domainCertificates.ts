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
const names = { cert: 'fullchain.pem', key: 'privkey.pem' }

/**
 * Reads the certificates in the folder that `TLS_DOMAINS` names: one in each folder below it. They may be in the middle
 * of a renewal, so what is wrong with them is a `StartError`.
 */
export function readDomainCertificates(folder: string): KeyPair[] {
  return listFolders(folder).map((name) => {
    const cert = readSettingFile('TLS_DOMAINS', join(folder, name, names.cert))
    const key = readSettingFile('TLS_DOMAINS', join(folder, name, names.key))
    const reason = explainMismatch(cert, key)
    if (reason !== null) throw new StartError(`In ${join(folder, name)}, which is in TLS_DOMAINS, ${reason}.`)
    return { cert, key }
  })
}

/** Folders without a certificate are left out: certbot's own has a README. */
function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, names.cert)))
      .toSorted()
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new InvalidSettingError(`TLS_DOMAINS names a folder that cannot be read (${code}).`)
  }
}

/** No message quotes a file's content. */
function explainMismatch(cert: string, key: string): string | null {
  try {
    const certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key))) {
      return `${names.key} is not the key of the certificate in ${names.cert}`
    }
    return certificateNames(cert).length === 0 ? `${names.cert} names no domain` : null
  } catch {
    return `${names.cert} or ${names.key} cannot be used`
  }
}

/** Returns the domains that a certificate is good for, in lower case; `*.example.com` for all names below one. */
export function certificateNames(cert: string): string[] {
  const { subjectAltName = '' } = new X509Certificate(cert)
  return [...subjectAltName.matchAll(/DNS:([^,"\s]+)/g)].map(([, name = '']) => name.toLowerCase())
}
