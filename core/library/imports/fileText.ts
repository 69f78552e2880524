import { maxTextLength } from '../../../contract/service/address/pastedLinks.ts'
import { readText } from '../../tables/decode.ts'
import type { OpenedTable, OpenTable } from '../../tables/reader.ts'
import { ImportError } from './importError.ts'

/**
 * Returns the start of a file's text: of a table in a workbook or a web page, its cells and the addresses that they are
 * linked to. Throws `ImportError` or `SheetError` if it can't be read.
 */
export async function readFileText(file: string, openTable: OpenTable): Promise<string> {
  const table = await openTable({ file }).catch((error: unknown) => {
    const isUnknown = error instanceof Error && error.message === 'sheet_unknown'
    throw isUnknown ? new ImportError('import_not_text') : error
  })
  try {
    const isText = table.encoding !== undefined && table.kind !== 'html'
    const pieces = isText ? readText(file, table.encoding?.encoding ?? 'utf-8') : readCells(table)
    let text = ''
    for await (const piece of pieces) {
      text += piece
      if (text.length >= maxTextLength) break
    }
    return text.slice(0, maxTextLength)
  } finally {
    table.close()
  }
}

async function* readCells(table: OpenedTable): AsyncGenerator<string> {
  for (let rows = await table.next(); rows; rows = await table.next())
    yield rows.map(({ cells, links = {} }) => `${[...cells, ...Object.values(links)].join('\t')}\n`).join('')
}
