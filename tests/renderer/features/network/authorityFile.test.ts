import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { readPem } from '../../../../renderer/features/network/authorityFile.ts'
import { makeCertificate } from '../../../core/harness/certificate.ts'

const { cert } = makeCertificate({ name: 'Acme authority', authority: true })

it('a PEM file is used as it is', async () => {
  expect(await readPem(new Blob([cert]))).toBe(cert)
})

it('a DER file becomes the same certificate in PEM form', async () => {
  const { raw, fingerprint256 } = new X509Certificate(cert)
  const pem = await readPem(new Blob([new Uint8Array(raw)]))
  expect(new X509Certificate(pem).fingerprint256).toBe(fingerprint256)
})
