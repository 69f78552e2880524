import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { csvOf } from '../../../contract/spreadsheet.ts'
import { saveBlob, saveFile } from '../../ui/saveFile.ts'
import { pngOf, svgText } from './picture.ts'
import { visitsCells } from './cells.ts'
import type { Bucket } from './series.ts'

interface SaveVisitsProps {
  buckets: readonly Bucket[]
  drawing: RefObject<SVGSVGElement | null>
  title: string
}

/** The chart as a picture, and its numbers for a spreadsheet. */
export function SaveVisits({ buckets, drawing, title }: SaveVisitsProps) {
  const name = `visits-${fileName(title)}`
  const saveSvg = () => {
    if (drawing.current) saveFile({ name: `${name}.svg`, text: svgText(drawing.current) })
  }
  const savePng = async () => {
    if (drawing.current) saveBlob(`${name}.png`, await pngOf(drawing.current))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />}>
          Save
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveFile({ name: `${name}.csv`, text: csvOf(visitsCells(buckets)) })}>
          Numbers (CSV)
        </Menu.Item>
        <Menu.Item onClick={() => void savePng()}>Picture (PNG)</Menu.Item>
        <Menu.Item onClick={saveSvg}>Picture (SVG)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What every system takes as a part of a file's name. */
function fileName(title: string): string {
  return (
    title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60)
      .toLowerCase() || 'link'
  )
}
