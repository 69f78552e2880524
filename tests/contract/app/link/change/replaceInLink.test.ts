import { expect, test } from 'vitest'
import { replaceInLink } from '../../../../../contract/app/link/change/replaceInLink.ts'
import type { Replacement } from '../../../../../contract/app/link/change/replaceInLink.ts'
import { extractLinkText, parseRemoteLink } from '../../../../../contract/app/link/remoteLink.ts'
import type { RemoteLink } from '../../../../../contract/app/link/remoteLink.ts'

const desktop = 'https://me@Shop.Example:8080/shop/sale?at=shop.example#shop'

function createLink(): RemoteLink {
  const text = extractLinkText(
    JSON.stringify({
      link: {
        title: 'Sale',
        desktop_custom_redirect: { url: desktop },
        ios_custom_redirect: { url: 'https://apps.example/shop', open_app_if_installed: true },
        tracking_campaign: 'spring-$-sale',
        tags: ['spring', 'shoes'],
      },
    }),
  )
  const link = text === null ? null : parseRemoteLink(text)
  if (!link) throw new Error('The link is invalid.')
  return link
}

const replace = (part: Replacement['part'], find: string, text: string) =>
  replaceInLink({ part, find, with: text }, createLink())

test('a domain is replaced as a whole, whatever its case, and nothing else of the address', () => {
  expect(replace('domain', 'shop.example', 'www.new.example')).toEqual({
    desktop_custom_redirect: { url: 'https://me@www.new.example:8080/shop/sale?at=shop.example#shop' },
  })
  expect(replace('domain', 'example', 'new.example')).toEqual({})
})

test('a path is replaced in each address, and query and fragment are kept', () => {
  expect(replace('path', '/shop', '/store')).toEqual({
    desktop_custom_redirect: { url: 'https://me@Shop.Example:8080/store/sale?at=shop.example#shop' },
    ios_custom_redirect: { url: 'https://apps.example/store' },
  })
})

test('any part of an address is replaced, also the query', () => {
  expect(replace('address', 'at=shop', 'at=store')).toEqual({
    desktop_custom_redirect: { url: 'https://me@Shop.Example:8080/shop/sale?at=store.example#shop' },
  })
})

test('tracking values are replaced literally, and removed if nothing is left', () => {
  expect(replace('campaign', '-$-', '$&')).toEqual({ tracking_campaign: 'spring$&sale' })
  expect(replace('campaign', 'spring-$-sale', '')).toEqual({ tracking_campaign: null })
  expect(replace('source', 'spring', 'x')).toEqual({})
})

test('text in a title is replaced wherever it occurs, and an empty title is removed', () => {
  expect(replace('title', 'a', 'o')).toEqual({ title: 'Sole' })
  expect(replace('title', 'Sale', '')).toEqual({ title: null })
  expect(replace('subtitle', 'Sale', 'Shop')).toEqual({})
})

test('a tag is renamed, merged with one that the link has, or removed', () => {
  expect(replace('tag', 'spring', 'summer')).toEqual({ tags: '["summer","shoes"]' })
  expect(replace('tag', 'spring', 'shoes')).toEqual({ tags: '["shoes"]' })
  expect(replace('tag', 'spring', '')).toEqual({ tags: '["shoes"]' })
  expect(replace('tag', 'spr', 'x')).toEqual({})
})
