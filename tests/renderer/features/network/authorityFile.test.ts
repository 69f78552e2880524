import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { maxPemLength } from '../../../../contract/app/calls/profiles/network.ts'
import { ok } from '../../../../contract/app/problems/result.ts'
import { readPem } from '../../../../renderer/features/network/authorityFile.ts'
import { makeCertificate } from '../../../core/harness/certificate.ts'

const { cert } = makeCertificate({ name: 'Acme authority', authority: true })

it('a PEM file is used as it is', async () => {
  expect(await readPem(new Blob([cert]))).toEqual(ok(cert))
})

it('a DER file becomes the same certificate in PEM form', async () => {
  const { raw, fingerprint256 } = new X509Certificate(cert)
  const pem = await readPem(new Blob([new Uint8Array(raw)]))
  expect(new X509Certificate(pem.ok ? pem.value : '').fingerprint256).toBe(fingerprint256)
})

it('a file that is too large, or can’t be read, is explained, and the large one isn’t read', async () => {
  const errorOf = async (file: Blob) => {
    const pem = await readPem(file)
    return pem.ok ? null : pem.problem.fields?.['pem']
  }
  const read = () => Promise.reject(new Error('The file was moved.'))
  const large = Object.assign(new Blob([' '.repeat(maxPemLength + 1)]), { arrayBuffer: read })
  expect(await errorOf(large)).toContain('larger than 500 kB')
  expect(await errorOf(Object.assign(new Blob([cert]), { arrayBuffer: read }))).toContain('couldn’t be read')
})
