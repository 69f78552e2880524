import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../service/settings/settings.ts'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { readRefusal, settingsFolder } from './files.ts'

const { file, folder } = settingsFolder()

describe.skipIf(opensslMissing())('TLS_CERT and TLS_KEY', () => {
  it('TLS_CERT and TLS_KEY are read from their files', () => {
    const { cert, key } = makeCertificate(folder)
    const { tls } = readSettings({
      TLS_CERT: cert,
      TLS_KEY: key,
      HOST: '::',
      LINK_ORIGIN: 'https://l.example',
    })
    expect(tls?.cert).toContain('BEGIN CERTIFICATE')
    expect(tls?.key).toContain('PRIVATE KEY')
  })

  it('TLS_CERT and TLS_KEY may be the text itself, and so come from TLS_CERT_FILE and TLS_KEY_FILE', () => {
    const { cert, key } = makeCertificate(folder)
    const text = { cert: readFileSync(cert, 'utf8').trim(), key: readFileSync(key, 'utf8').trim() }
    expect(readSettings({ TLS_CERT: text.cert, TLS_KEY: text.key }).tls).toEqual(text)
    expect(readSettings({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }).tls).toEqual(text)
  })

  it('invalid TLS_CERT and TLS_KEY are rejected, with what they contain', () => {
    const [{ cert, key }, other] = [makeCertificate(folder), makeCertificate(folder)]
    const no = file('no.pem', 'nothing')
    const label = 'ENCRYPTED PRIVATE KEY-----'
    const encryptedKey = file('sealed.pem', `-----BEGIN ${label}\nMII=\n-----END ${label}`)
    const damagedCertificate = file(
      'damaged.pem',
      '-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----',
    )
    const wrongFiles: [cert: string, key: string, sentence: RegExp][] = [
      [key, cert, /^TLS_CERT contains no certificate in PEM format\.$/],
      [cert, cert, /^TLS_KEY contains no private key in PEM format\.$/],
      [no, key, /^TLS_CERT contains no certificate in PEM format\.$/],
      [cert, no, /^TLS_KEY contains no private key in PEM format\.$/],
      [cert, encryptedKey, /^TLS_KEY is encrypted with a passphrase\.$/],
      [damagedCertificate, key, /^TLS_CERT cannot be used \(/],
      [cert, other.key, /^TLS_KEY is not the key of the certificate in TLS_CERT/],
    ]
    for (const [TLS_CERT, TLS_KEY, sentence] of wrongFiles) {
      expect(readRefusal({ TLS_CERT, TLS_KEY })).toMatch(sentence)
    }
  })
})
