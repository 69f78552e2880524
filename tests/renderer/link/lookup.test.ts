import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix, headers } from '../../../contract/service/api/headers.ts'
import { extractLinkText, parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { FormValues } from '../../../renderer/link/form.ts'
import { toRequest } from '../../../renderer/link/form.ts'
import { formFromLink } from '../../../renderer/link/formFrom.ts'
import { startEmbedded } from '../../../service/embedded/embedded.ts'
import type { EmbeddedService } from '../../../service/embedded/embedded.ts'
import { normalizeForm, formValues } from './formValues.ts'

let folder: string
let service: EmbeddedService
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-form-'))
  service = await startEmbedded({ folder, port: 0 })
  key = (await service.createProject('forms')).key
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

/** Creates a link at the real service and looks it up. Returns the answer as text. */
async function roundTrip(form: FormValues): Promise<string> {
  const base = service.origin + apiPrefix
  const requestHeaders = {
    [headers.projectKey]: key,
    [headers.environment]: 'development',
    'Content-Type': 'application/json',
  }
  const body = JSON.stringify(toRequest(form))
  const createResponse = await fetch(`${base}/generate_link`, {
    method: 'POST',
    headers: requestHeaders,
    body,
  })
  expect(createResponse.status, await createResponse.clone().text()).toBe(200)
  const { link } = (await createResponse.json()) as { link: string }
  const lookupResponse = await fetch(`${base}/link/${link.split('/').at(-1) ?? ''}`, {
    headers: requestHeaders,
  })
  return await lookupResponse.text()
}

/**
 * Returns what a Linkwright service stores of a form: one preview for both platforms, and no difference between empty
 * and omitted.
 */
function toStoredForm(form: FormValues): FormValues {
  const preview = form.previewIos === 'on' || form.previewAndroid === 'on' ? 'on' : 'off'
  const data = form.data.trim()
  return {
    ...normalizeForm(form),
    data: /^\{\s*\}$/.test(data) ? '' : data,
    previewIos: preview,
    previewAndroid: preview,
  }
}

test('a form survives creation and lookup with its app data unchanged', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(formValues, async (generated) => {
      // Only one link can have a path.
      const form = { ...generated, path: generated.path && `${generated.path}-${count++}` }
      const link = parseRemoteLink(extractLinkText(await roundTrip(form)) ?? '')
      expect(formFromLink(link)).toEqual({ ...toStoredForm(form), path: form.path || link.path })
    }),
    { numRuns: 60 },
  )
})
