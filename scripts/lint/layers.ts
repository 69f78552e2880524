/** One layer: a folder of folders below the root, or several folders and files there that stand on one floor. */
export interface Layer {
  folder?: string
  folders?: string[]
  /** Whom each of its folders may import beside itself; absent where they are one whole. */
  among?: Record<string, string[]>
  /** Where to go with what two of its folders need. */
  instead?: string
}

interface Options {
  /** The folder that is in layers, as `renderer`. */
  root: string
  /** From the top; a file imports from its own layer and from those after it. Files in no layer stand above all. */
  layers: Layer[]
}

/** A file's place below the root: its layer (-1 above all, `null` for a folder that is no layer) and its folder in there. */
interface Place {
  layer: number | null
  /** From the root on, such as `core/keys` or `core/host.ts`. */
  name: string
  /** The folder that `among` speaks of. */
  part: string
}

function placeOf(path: string, { root, layers }: Options): Place {
  const [, name = '', ...rest] = path.split('/')
  const at = layers.findIndex((layer) => foldersOf(layer).includes(name))
  const layer = at < 0 ? (rest.length === 0 ? -1 : null) : at
  const inner = rest.length > 1 ? (rest[0] ?? '') : ''
  return { layer, name: `${root}/${name}`, part: layers[at]?.folders ? name : inner }
}

function foldersOf({ folder, folders = [] }: Layer): string[] {
  return folder === undefined ? folders : [folder]
}

/** What is wrong with an import from one file below the root by another; `null` for nothing. */
export function layerFault(file: string, imported: string, options: Options): string | null {
  const from = placeOf(file, options)
  const to = placeOf(imported, options)
  if (from.layer === null) return strayFault(from, options)
  if (to.layer === null) return strayFault(to, options)
  const own = options.layers[from.layer]
  if (!own || to.layer > from.layer) return null
  if (to.layer === from.layer) return neighbourFault(from, to, { own, root: options.root })
  return `${shown(from.name)} never imports from above (${to.name}): move what both need to ${shown(from.name)} or below, or hand it in.`
}

function strayFault({ name }: Place, { root, layers }: Options): string {
  const folders = layers.flatMap(foldersOf).filter((folder) => !folder.endsWith('.ts'))
  return `${name}/ is no layer: its files belong in one of ${folders.map((folder) => `${root}/${folder}/`).join(', ')}.`
}

function neighbourFault(
  { part }: Place,
  to: Place,
  { own, root }: { own: Layer; root: string },
): string | null {
  if (!own.among || part === to.part || own.among[part]?.includes(to.part)) return null
  const within = own.folder === undefined ? root : `${root}/${own.folder}`
  return `${within}/${part} does not import ${within}/${to.part}: ${own.instead ?? ''}`
}

/** A folder with a stroke behind it. */
function shown(name: string): string {
  return name.endsWith('.ts') ? name : `${name}/`
}
