/** One layer: a folder of folders below the root, or several folders and files. */
export interface Layer {
  folder?: string
  folders?: string[]
  /** What each of its folders may import from the same layer; omitted if they are one unit. */
  allowedSiblings?: Record<string, string[]>
  /** Where to move code that two of its folders need. */
  advice?: string
}

interface Options {
  /** The folder with layers, such as `renderer`. */
  root: string
  /** From the top: a file imports from its own layer and later ones. Files outside any layer are above all. */
  layers: Layer[]
}

/** A file's layer (-1 above all, `null` for an unlisted folder), and its folder there. */
interface FileLocation {
  layer: number | null
  /** Path from the root, such as `core/keys` or `core/host.ts`. */
  name: string
  /** The folder that `allowedSiblings` refers to. */
  part: string
}

function locateFile(path: string, { root, layers }: Options): FileLocation {
  const [, name = '', ...rest] = path.split('/')
  const layerIndex = layers.findIndex((layer) => layerFolders(layer).includes(name))
  const layer = layerIndex < 0 ? (rest.length === 0 ? -1 : null) : layerIndex
  const inner = rest.length > 1 ? (rest[0] ?? '') : ''
  return { layer, name: `${root}/${name}`, part: layers[layerIndex]?.folders ? name : inner }
}

function layerFolders({ folder, folders = [] }: Layer): string[] {
  return folder === undefined ? folders : [folder]
}

/** Returns what is wrong with an import between two files below the root; `null` if it is allowed. */
export function layerError(file: string, imported: string, options: Options): string | null {
  const source = locateFile(file, options)
  const target = locateFile(imported, options)
  if (source.layer === null) return strayFileError(source, options)
  if (target.layer === null) return strayFileError(target, options)
  const layer = options.layers[source.layer]
  if (!layer || target.layer > source.layer) return null
  if (target.layer === source.layer) return neighbourError(source, target, { layer, root: options.root })
  return `${displayName(source.name)} must not import from a layer above (${target.name}): move what both need to ${displayName(source.name)} or below, or pass it in.`
}

function strayFileError({ name }: FileLocation, { root, layers }: Options): string {
  const folders = layers.flatMap(layerFolders).filter((folder) => !folder.endsWith('.ts'))
  return `${name}/ is not a layer: move its files to one of ${folders.map((folder) => `${root}/${folder}/`).join(', ')}.`
}

function neighbourError(
  { part }: FileLocation,
  target: FileLocation,
  { layer, root }: { layer: Layer; root: string },
): string | null {
  if (!layer.allowedSiblings || part === target.part || layer.allowedSiblings[part]?.includes(target.part))
    return null
  const parent = layer.folder === undefined ? root : `${root}/${layer.folder}`
  return `${parent}/${part} must not import ${parent}/${target.part}: ${layer.advice ?? ''}`
}

/** Returns a folder's name with a trailing slash. */
function displayName(name: string): string {
  return name.endsWith('.ts') ? name : `${name}/`
}
