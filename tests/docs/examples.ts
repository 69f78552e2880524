/** An HTTP message in a document, as written there. */
export interface Message {
  /** The line of the document where it begins. */
  line: number
  start: string
  headers: [name: string, value: string][]
  body: string
}

export interface Example {
  request: Message
  answer: Message
}

/** Returns the examples of a document: its `http` blocks, alternately a request and its response. */
export function parseExamples(document: string): Example[] {
  const messages = [...document.matchAll(/^```http\n(.*?)\n```$/gms)].map((match) =>
    parseMessage(match[1] ?? '', document.slice(0, match.index).split('\n').length + 1),
  )
  return messages.flatMap((request, index) => {
    const answer = messages[index + 1]
    return index % 2 === 0 ? [{ request, answer: answer ?? request }] : []
  })
}

/** Parses a message: its first line, its headers, and after an empty line its body. */
export function parseMessage(text: string, line = 0): Message {
  const [head = '', ...body] = text.split(/\r?\n\r?\n/)
  const [start = '', ...headers] = head.split(/\r?\n/)
  return { line, start, headers: headers.map(readHeader), body: body.join('\n\n') }
}

function readHeader(text: string): [string, string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()]
}

/** Returns JSON without white space between its values: a document may break lines where a service does not. */
export function compactJson(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

/** Patterns of a placeholder's first value, by the end of its name. */
const valuePatterns: [name: RegExp, shape: string][] = [
  [/path$/, '\\w{11}'],
  [/request_id$/, 'req_\\w{12}'],
  [/id$/, '\\d{1,16}'],
  [/^project$/, 'prj_\\w{12}'],
  [/_day$/, '\\d{4}-\\d\\d-\\d\\d'],
  [/cursor$/, '1-[0-9a-z]+-[0-9a-z]+'],
  [/_invitation$/, 'lwk_invite_\\w{40}'],
  [/etag$/, '"[0-9a-z]+"'],
  [/(created|updated|changed|expires|ends)_at$/, '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'],
]

/** The placeholders of a document, `<like_this>`, and their values so far. */
export class Placeholders {
  readonly #values: Map<string, string>

  constructor(values: Record<string, string>) {
    this.#values = new Map(Object.entries(values))
  }

  /** Returns a text to send. Every placeholder must have a value by now. */
  fill(text: string): string {
    return text.replace(/<(\w+)>/g, (_whole, name: string) => {
      const value = this.#values.get(name)
      if (value === undefined) throw new Error(`Nothing was received yet for <${name}>.`)
      return value
    })
  }

  /**
   * Returns the expected text with values from `actual` in place of the placeholders. Remembers the values of new ones.
   */
  expected(text: string, actual: string): string {
    const parts = text.split(/<(\w+)>/)
    const pattern = parts.map((part, index) => {
      if (index % 2 === 0) return escapePattern(part)
      // A new placeholder has the same value everywhere in the text.
      const isRepeated = !this.#values.has(part) && parts.indexOf(part) < index
      return isRepeated ? `\\k<${part}>` : this.#pattern(part)
    })
    const match = new RegExp(`^${pattern.join('')}$`).exec(actual)
    for (const [name, value] of Object.entries(match?.groups ?? {})) this.#values.set(name, value)
    return match ? actual : text
  }

  /** Every response has a different id. */
  forget(name: string): void {
    this.#values.delete(name)
  }

  #pattern(name: string): string {
    const value = this.#values.get(name)
    if (value !== undefined) return escapePattern(value)
    const [, shape] = valuePatterns.find(([names]) => names.test(name)) ?? []
    if (shape === undefined) throw new Error(`No value is defined for <${name}>.`)
    return `(?<${name}>${shape})`
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
