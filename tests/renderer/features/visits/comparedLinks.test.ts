import { expect, it } from 'vitest'
import { nameComparedLinks } from '../../../../renderer/features/visits/comparedLinks.ts'

const sale = {
  state: 'created' as const,
  starred: false,
  archived: false,
  title: 'Spring sale',
  source: 'newsletter',
  medium: 'post',
  reportChannel: 'Unassigned',
  profileId: 'acme',
  environment: 'production' as const,
}

it('nameComparedLinks names links by title and channel, and by path if those are equal', () => {
  const links = [
    { ...sale, id: '1', link: 'https://go.example/aaa' },
    { ...sale, id: '2', link: 'https://go.example/bbb' },
    { ...sale, id: '3', link: 'https://go.example/ccc', source: 'poster', medium: null },
    { ...sale, id: '4', link: 'https://go.example/ddd', title: null, source: null, medium: null },
  ]
  expect(nameComparedLinks(links)).toEqual([
    {
      channel: 'Unassigned',
      environment: 'production',
      id: '1',
      name: 'Spring sale · newsletter / post · aaa',
    },
    {
      channel: 'Unassigned',
      environment: 'production',
      id: '2',
      name: 'Spring sale · newsletter / post · bbb',
    },
    { channel: 'Unassigned', environment: 'production', id: '3', name: 'Spring sale · poster' },
    { channel: 'Unassigned', environment: 'production', id: '4', name: 'https://go.example/ddd' },
  ])
})
