import type { ServerResponse } from 'node:http'
import { json, startServer } from './server.ts'
import type { TestServer } from './server.ts'

/** What a service answers to its nth create (from 1) with a title. */
export type AnswerCreate = (nth: number, response: ServerResponse, title: string) => void

const html = '<!doctype html><title>Welcome</title><p>Not a link service.'

/** Links that can't be opened as they are shown. */
export const unusableLinks = {
  'a number': 7,
  'an empty text': '',
  'a path alone': '/Ab3',
  'a scheme that runs code': 'javascript:alert(1)//x/y',
  'a host alone': 'https://l.example/',
  'a link with a control character': 'https://l.example/Ab\u00003',
  'a link with a line break': 'https://l.example/Ab3\nhttps://evil.example/x',
  'a link that is turned around on the screen': 'https://l.example/\u202e3bA',
  'a link with what cannot be seen': 'https://l.example/A\u200bb3',
  'a link with a password': 'https://l.example:secret@evil.example/Ab3',
  'a link of 1 MB': `https://l.example/${'a'.repeat(1024 * 1024)}`,
} as const

/** Answers that aren't links, by kind. */
export const nonsense = {
  ...Object.fromEntries(
    Object.entries(unusableLinks).map(([name, link]): [string, AnswerCreate] => [
      name,
      (_nth, response) => json(response, 200, { link }),
    ]),
  ),
  'no link': (_nth, response) => json(response, 200, {}),
  'a list': (_nth, response) => json(response, 200, [{ link: 'https://l.example/Ab3' }]),
  'HTML with status 200': (_nth, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  'an empty body': (_nth, response) => void response.writeHead(200).end(),
  'cut JSON': (_nth, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"link":"https://l.exa'),
  'that there is no such link': (_nth, response) => json(response, 404, { error: 'No such link.' }),
  'a refusal that proves nothing': (_nth, response) => json(response, 400, { error: 'No.' }),
  'a redirect': (_nth, response) => void response.writeHead(302, { location: 'https://evil.example/' }).end(),
} satisfies Record<string, AnswerCreate>

export const sameLink: AnswerCreate = (_nth, response) =>
  json(response, 200, { link: 'https://l.example/Always' })
export const ownLink: AnswerCreate = (nth, response) =>
  json(response, 200, { link: `https://l.example/p${nth}` })
export const otherHost: AnswerCreate = (nth, response) =>
  json(response, 200, { link: `https://evil.example/p${nth}` })
/** Resets the connection after the whole request has arrived. */
export const reset: AnswerCreate = (_nth, response) => response.socket?.resetAndDestroy()

const readTitle = (body: string) => (JSON.parse(body) as { title: string }).title

/** A service that answers creates as the test decides, and has no links. */
export async function startHostileService(
  answerCreate: AnswerCreate,
): Promise<TestServer & { creates: () => number; answer: (answerCreate: AnswerCreate) => void }> {
  let creates = 0
  let current = answerCreate
  const server = await startServer(({ method }, response, body) => {
    if (method === 'POST') current(++creates, response, readTitle(body))
    else json(response, 404, { error: 'There is no such link.' })
  })
  return { ...server, creates: () => creates, answer: (as) => (current = as) }
}
