/** Globals that both Node and browsers have but the ES library doesn't declare. */
declare class URL {
  constructor(url: string, base?: string)
  static parse(url: string, base?: string): URL | null
  static canParse(url: string, base?: string): boolean
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly origin: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly searchParams: URLSearchParams
}

declare class URLSearchParams {
  constructor(query: string)
  get(name: string): string | null
  has(name: string): boolean
  keys(): IterableIterator<string>
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: boolean })
  decode(bytes: Uint8Array): string
}

declare function atob(text: string): string
