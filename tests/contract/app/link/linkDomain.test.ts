import { describe, expect, it } from 'vitest'
import { findOwners } from '../../../../contract/app/link/linkDomain.ts'
import { findLinkPath } from '../../../../contract/service/path/linkPath.ts'

const profiles = [
  { id: 'local', linkHosts: ['127.0.0.1:4680'], baseUrl: 'http://127.0.0.1:4680/api/v1/sdk' },
  {
    id: 'acme',
    linkHosts: ['go.acme.example', 'a.acme.example'],
    baseUrl: 'https://api.acme.example/api/v1/sdk',
  },
  { id: 'acme2', linkHosts: ['go.acme.example'], baseUrl: 'https://api.acme.example/api/v1/sdk' },
  { id: 'bare', linkHosts: [], baseUrl: 'https://links.bare.example/api/v1/sdk' },
  { id: 'both', linkHosts: ['links.bare.example'], baseUrl: 'https://api.both.example/api/v1/sdk' },
]

const owners = (pasted: string, currentId: string) =>
  findOwners(findLinkPath(pasted)?.host ?? null, profiles, currentId)

describe('the profile of a pasted link', () => {
  it.each<[pasted: string, currentId: string, ...owners: string[]]>([
    ['https://go.acme.example/Ab3dEf7', 'local', 'acme', 'acme2'],
    ['https://go.acme.example/Ab3dEf7', 'acme2', 'acme2', 'acme'],
    ['https://GO.ACME.example/Ab3dEf7?utm_source=x#top', 'local', 'acme', 'acme2'],
    ['see https://a.acme.example/Ab3dEf7, please', 'local', 'acme'],
    ['go.acme.example/Ab3dEf7', 'local', 'acme', 'acme2'],
    ['https://go.acme.example:443/Ab3dEf7', 'local', 'acme', 'acme2'],
    ['http://127.0.0.1:4680/Ab3dEf7', 'acme', 'local'],
    ['https://links.bare.example/Ab3dEf7', 'local', 'both'],
    ['https://links.bare.example/Ab3dEf7', 'bare', 'both'],
    ['https://api.acme.example/api/v1/sdk/link/Ab3dEf7', 'local', 'acme', 'acme2'],
    ['Ab3dEf7', 'local', 'local'],
    ['/Ab3dEf7', 'acme', 'acme'],
    ['no link in here at all', 'acme', 'acme'],
    ['', 'local', 'local'],
  ])('pasted link %j, with %s current, belongs to %s', (pasted, currentId, ...expected) => {
    expect(owners(pasted, currentId)).toEqual(expected)
  })

  it.each<[pasted: string, host: string]>([
    ['https://bit.ly/3xYzAbC', 'bit.ly'],
    ['bit.ly/3xYzAbC', 'bit.ly'],
    ['http://127.0.0.1:4681/Ab3dEf7', '127.0.0.1:4681'],
    ['https://go.acme.example.evil.example/Ab3dEf7', 'go.acme.example.evil.example'],
    ['https://go.acme.example@evil.example/Ab3dEf7', 'evil.example'],
    ['https://acme.example/Ab3dEf7', 'acme.example'],
  ])('pasted link %j belongs to no profile', (pasted, host) => {
    expect(findLinkPath(pasted)?.host).toBe(host)
    expect(owners(pasted, 'acme')).toEqual([])
  })
})
