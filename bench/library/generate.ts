import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../../contract/generate.ts'

const subjects = ['Summer sale', 'Winterschlussverkauf', 'Frühlingsangebote', 'New arrivals', 'Bestsellers']
const products = 'shoes jackets Sommerkleider Wanderschuhe bags gifts 特価 Uhren books toys'.split(' ')
const places = ['Berlin', 'London', 'München', 'Paris', 'Zürich', 'New York', 'Lyon', 'Wien']
const channels = 'newsletter/email instagram/social facebook/social google/cpc poster/print'.split(' ')
const hosts = ['www.example.com', 'shop.example.de', 'm.example.fr', 'go.example.co.uk']

/** A word in few links, so that a search for it has few results. */
export const rareWord = (number: number) => `rarity${number}`

/** Adds generated links to an open library: campaigns of five channels each, with common fields. */
export function generateLinks(sql: DatabaseSync, count: number): void {
  const insert = sql.prepare(
    `INSERT INTO links (id, state, profile_id, profile_name, environment, request, link, path, answer, checked_at, created_at)
     VALUES (?, 'created', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (let at = 0; at < count; at += 10_000) {
    sql.exec('BEGIN')
    for (let number = at; number < Math.min(at + 10_000, count); number++) insert.run(...createRow(number))
    sql.exec('COMMIT')
  }
}

function createRow(number: number): string[] {
  const path = number.toString(36).padStart(11, 'x')
  const link = `https://l.example.com/${path}`
  const request = createRequest(number)
  const [data, tags] = [request.data, request.tags].map((text) => JSON.parse(text) as unknown)
  const stored = { id: number, ...request, data, tags, path, access_path: link, active: true }
  const answer = JSON.stringify({ link: stored })
  const time = new Date(Date.UTC(2020, 0, 1) + number * 150_000).toISOString()
  const profile = number % 3
  const environment = number % 4 === 0 ? 'development' : 'production'
  return [
    ...[randomUUID(), `profile-${profile}`, `Profile ${profile}`, environment, JSON.stringify(request)],
    ...[link, path, answer, time, time],
  ]
}

function createRequest(number: number) {
  const campaign = Math.floor(number / 5)
  const [source = '', medium = ''] = pick(channels, number).split('/')
  const rare = number % 5_000 === 7 ? ` ${rareWord(Math.floor(number / 5_000))}` : ''
  return {
    title: `${pick(subjects, campaign)}: ${pick(products, Math.floor(campaign / 7))} ${pick(places, campaign)}${rare}`,
    subtitle: `Offer ${campaign} for ${source}`,
    data: JSON.stringify({ screen: 'offer', offer_id: campaign, discount: number % 60 }),
    tags: JSON.stringify([`q${(number % 4) + 1}`, pick(products, campaign), source]),
    desktop_custom_redirect: { url: `https://${pick(hosts, campaign)}/offers/${campaign}?ref=${source}` },
    tracking_campaign: `campaign-${campaign % 2_000}`,
    tracking_source: source,
    tracking_medium: medium,
  } satisfies GenerateRequest
}

function pick<T>(list: readonly T[], at: number): T {
  return list[at % list.length] as T
}
