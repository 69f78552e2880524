import { Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { formatCsv } from '../../../contract/app/tables/spreadsheet.ts'
import { useCsvDelimiter } from '../../session/csvDelimiter.ts'
import { saveBlob, saveFile } from '../../ui/saveFile.ts'
import { showToast } from '../../ui/toast.ts'
import { renderPng, serializeSvg } from './chartImage.ts'

interface SaveVisitsProps {
  /** File name without extension. */
  name: string
  cells: () => string[][]
  /** The chart, which contains its drawing. */
  chart: RefObject<HTMLElement | null>
}

/** Saves the chart as an image, or its numbers as a spreadsheet. */
export function SaveVisits({ name, cells, chart }: SaveVisitsProps) {
  const delimiter = useCsvDelimiter()
  const findDrawing = () => chart.current?.querySelector('svg')
  const saveSvg = () => {
    const drawing = findDrawing()
    if (drawing) saveFile({ name: `${name}.svg`, text: serializeSvg(drawing) })
  }
  const savePng = async () => {
    const drawing = findDrawing()
    if (!drawing) return
    try {
      saveBlob(`${name}.png`, await renderPng(drawing))
    } catch {
      showToast({ role: 'alert', message: 'The picture couldn’t be created. Save it as SVG instead.' })
    }
  }
  return (
    <ActionMenu label="Save" icon={Download} size="xs">
      <Menu.Item onClick={() => saveFile({ name: `${name}.csv`, text: formatCsv(cells(), delimiter) })}>
        Numbers (CSV)
      </Menu.Item>
      <Menu.Item onClick={() => void savePng()}>Picture (PNG)</Menu.Item>
      <Menu.Item onClick={saveSvg}>Picture (SVG)</Menu.Item>
    </ActionMenu>
  )
}
