import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byName, fieldsOf } from '../../../contract/service/link/fields.ts'
import { lookupResponse } from '../../../contract/service/link/link.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { setLinkActive } from '../setLinkActive.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const createAndRead = async (body: object) => await service.lookup(await service.create(body))

const full = {
  title: 'Autumn sale',
  subtitle: 'Everything must go',
  data: '{"screen":"sale","id":12345678901234567890}',
  tags: '["autumn","sale"]',
  ios_custom_redirect: { url: 'https://apps.example.com/ios', open_app_if_installed: false },
  android_custom_redirect: { url: 'market://details?id=com.example', open_app_if_installed: true },
  desktop_custom_redirect: { url: 'https://example.com/sale' },
  show_preview_ios: true,
  show_preview_android: false,
  tracking_campaign: 'autumn',
  tracking_source: 'newsletter',
  tracking_medium: 'email',
}

describe('a link with every field', () => {
  it('both operations return 200, and the fields that were sent', async () => {
    const response = await service.post(full)
    expect(response.status).toBe(200)
    const { link } = (await response.json()) as { link: string }
    const lookup = await service.ask(`/link/${new URL(link).pathname.slice(1)}`)
    expect(lookup.status).toBe(200)
    const text = await lookup.text()
    expect(text).toContain('"data":{"screen":"sale","id":12345678901234567890}')
    expect(lookupResponse.parse(JSON.parse(text)).link).toMatchObject({
      title: 'Autumn sale',
      subtitle: 'Everything must go',
      access_path: link,
      tags: ['autumn', 'sale'],
      ios_custom_redirect: { url: 'https://apps.example.com/ios', open_app_if_installed: false },
      android_custom_redirect: { url: 'market://details?id=com.example', open_app_if_installed: true },
      desktop_custom_redirect: { url: 'https://example.com/sale', open_app_if_installed: false },
      tracking_campaign: 'autumn',
      tracking_source: 'newsletter',
      tracking_medium: 'email',
      show_preview: true,
    })
  })
})

describe('a link without any field', () => {
  it('omitted fields, image, active, generated_from_platform and sdk_generated have their defaults', async () => {
    const link = await createAndRead({})
    expect(link).toEqual({
      id: expect.any(Number) as unknown,
      ...byName(fieldsOf('text'), () => ''),
      path: expect.any(String) as unknown,
      access_path: `${service.origin}/${String(link['path'])}`,
      updated_at: expect.any(String) as unknown,
      generated_from_platform: 'API',
      data: {},
      sdk_generated: true,
      tags: [],
      active: true,
      ...byName(fieldsOf('tracking'), () => null),
      show_preview: false,
      image: null,
      ios_custom_redirect: {},
      android_custom_redirect: {},
      desktop_custom_redirect: {},
    })
  })

  it('an id is a unique integer that JavaScript can represent', async () => {
    const links = await Promise.all(Array.from({ length: 50 }, () => createAndRead({})))
    const ids = links.map(({ id }) => id as number)
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    expect(new Set(ids).size).toBe(50)
  })

  it('a path has 11 letters and digits without look-alikes', async () => {
    const paths = await Promise.all(Array.from({ length: 50 }, () => service.create({})))
    expect(paths.filter((path) => !/^[2-9A-HJ-NP-Za-kmnp-z]{11}$/.test(path.replaceAll('o', 'p')))).toEqual(
      [],
    )
    expect(new Set(paths).size).toBe(50)
  })

  it('updated_at is UTC with milliseconds', async () => {
    const before = Date.now()
    const updatedAt = (await createAndRead({}))['updated_at'] as string
    expect(updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(Date.now())
  })
})

describe('show_preview', () => {
  it.each([
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, false, false],
    [undefined, undefined, false],
    [undefined, true, true],
  ])('show_preview for iOS %s and Android %s is %s', async (ios, android, expected) => {
    expect(
      (await createAndRead({ show_preview_ios: ios, show_preview_android: android }))['show_preview'],
    ).toBe(expected)
  })
})

describe('active', () => {
  it('a lookup still returns a link that was switched off, with the time of that change', async () => {
    const path = await service.create({ title: 'Off' })
    await setLinkActive(service.store, path, false, Date.UTC(2030, 0, 1))
    expect(await service.lookup(path)).toMatchObject({
      title: 'Off',
      active: false,
      updated_at: '2030-01-01T00:00:00.000Z',
    })
  })
})

describe('link, access_path', () => {
  it('link and access_path are the same string under the link host that is set', async () => {
    const other = await startTestService({ linkOrigin: 'https://links.example.com' })
    try {
      const response = await other.post({})
      const { link } = (await response.json()) as { link: string }
      expect(link).toMatch(/^https:\/\/links\.example\.com\/[2-9A-Za-z]{11}$/)
      expect(await other.lookup(link.slice(-11))).toMatchObject({
        access_path: link,
        path: link.slice(-11),
      })
      const loop = { desktop_custom_redirect: { url: 'https://LINKS.example.com.:443/x' } }
      expect((await other.post(loop)).status).toBe(422)
    } finally {
      await other.stop()
    }
  })
})
