import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from '../../../contract/app/link/change/compare.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { lookupResponse } from '../../../contract/service/link/link.ts'
import { fieldNames } from '../../../contract/service/link/fields.ts'
import { extractLinkText, parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { toRequest } from '../../../renderer/link/form.ts'
import { formFromLink } from '../../../renderer/link/formFrom.ts'
import { lookupResponseText } from '../../../service/api/responseText.ts'
import { findOwnedLink } from '../../../service/links/ownership.ts'
import { linkKey } from '../../../service/store/links/links.ts'
import { createLinkCreator } from '../../../service/links/create.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { allFieldsRequest, onlyField } from '../../contract/service/link/everyField.ts'
import { engines } from './engines.ts'
import type { Databases } from './engines.ts'

const owner = {
  project: 'prj_fields',
  environment: 'production',
  linksPerDay: null,
  changesPerDay: null,
  linkOrigin: null,
  hasApps: false,
  keyName: 'default',
} as const

/**
 * Sends each field of a request through a database, a lookup and the form of a similar link back to a request.
 */
describe.each(engines)('a field of a link in $name', ({ missing, start }) => {
  let databases: Databases
  let store: Store
  let createdPaths = 0

  if (missing !== null) {
    it.skip(`a field of a link is not tested: ${missing}`)
    return
  }

  beforeAll(async () => {
    databases = await start()
    store = await openStore(readDatabaseUrl('url', await databases.create()))
  })
  afterAll(async () => {
    await store.close()
    await databases.remove()
  })

  async function createAndLookUp(request: GenerateRequest): Promise<string> {
    createdPaths++
    const path = request.path && `${request.path}-${createdPaths}`
    const requested = path ? { ...request, path } : request
    const creation = await createLinkCreator(store).create(owner, requested, null)
    const link = creation.kind === 'created' ? await findOwnedLink(store, owner, creation.path) : null
    if (!link) throw new Error('The link was not created.')
    // One link only can have a path.
    return lookupResponseText(
      { ...link, path: link.path.replace(/-\d+$/, '') },
      () => 'https://links.example',
    )
  }

  it.each(fieldNames)('%s is read back as it was requested', async (name) => {
    const text = await createAndLookUp(onlyField(name))
    lookupResponse.parse(JSON.parse(text))
    const link = parseRemoteLink(extractLinkText(text) ?? '')
    expect(toRequest(formFromLink(link))).toMatchObject(onlyField(name))
  })

  it('every field is stored separately from all others', async () => {
    const text = await createAndLookUp(allFieldsRequest)
    expect(compare(allFieldsRequest, parseRemoteLink(extractLinkText(text) ?? ''))).toEqual([])
  })

  it('every field of a link is copied to another database', async () => {
    const target = await openStore(readDatabaseUrl('url', await databases.create()))
    try {
      await createAndLookUp(allFieldsRequest)
      const links = await store.scanLinks(-1, 1_000)
      await target.putLinks(links)
      expect(await target.scanLinks(-1, 1_000)).toEqual(links)
      for (const { idempotency, keyName, ...link } of links) {
        expect([idempotency, keyName]).toEqual([null, 'default'])
        expect(await target.findLink(linkKey(link))).toEqual(link)
      }
    } finally {
      await target.close()
    }
  })
})
