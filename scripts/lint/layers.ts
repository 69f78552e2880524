import { basename } from 'node:path/posix'

/** Folders and files of one layer, by their paths below the root. `screens/*` means each folder in `screens/`. */
export interface Layer {
  folders: string[]
  /** What each of its folders may import from the same layer, by name; omitted if they are one unit. */
  allowedSiblings?: Record<string, string[]>
}

interface Options {
  /** The folder with layers, such as `renderer`. */
  root: string
  /** From the top: a file imports from its own layer and later ones. Files outside any layer are above all. */
  layers: Layer[]
}

/** A file's layer (-1 above all, `null` for an unlisted folder), and its folder there, such as `screens/create`. */
interface FileLocation {
  layer: number | null
  part: string
}

function locateFile(path: string, layers: Layer[]): FileLocation {
  const [, name = '', inner = '', ...rest] = path.split('/')
  const layer = layers.findIndex(({ folders }) => folders.includes(name) || folders.includes(`${name}/*`))
  if (layer < 0) return { layer: inner === '' ? -1 : null, part: name }
  const isDivided = layers[layer]?.folders.includes(`${name}/*`) && rest.length > 0
  return { layer, part: isDivided ? `${name}/${inner}` : name }
}

/** Returns what is wrong with an import between two files below the root; `null` if it is allowed. */
export function layerError(file: string, imported: string, { root, layers }: Options): string | null {
  const source = locateFile(file, layers)
  const target = locateFile(imported, layers)
  const stray = [source, target].find(({ layer }) => layer === null)
  if (stray) return `${root}/${stray.part} is not a layer. Layers are listed in scripts/lint/layerOrder.ts.`
  const [above, below] = [target.layer ?? -1, source.layer ?? -1]
  if (above < below)
    return `${root}/${source.part} must not import from a layer above (${root}/${target.part}): move what both need to ${root}/${source.part} or below, or pass it in.`
  const siblings = above === below ? layers[below]?.allowedSiblings : undefined
  if (!siblings || source.part === target.part) return null
  if (siblings[basename(source.part)]?.includes(basename(target.part))) return null
  return `${root}/${source.part} must not import ${root}/${target.part}: combine them in a layer above, move what both need to one below, or add the pair in scripts/lint/layerOrder.ts, if that makes no cycle.`
}
