import { Group, Input, SegmentedControl, Select } from '@mantine/core'
import { printSizes } from '../../../contract/app/qr/qrStyle.ts'
import { QuietText } from '../../ui/variants.ts'

/** How QR codes are exported. */
export interface CodeOptions {
  image: 'svg' | 'png'
  /** Printed width; `null` for that of each profile. */
  centimetres: number | null
}

interface CodeFieldsProps {
  value: CodeOptions
  onChange: (value: CodeOptions) => void
}

/** Selects the format and the printed width of exported QR codes. */
export function CodeFields({ value, onChange }: CodeFieldsProps) {
  const { image, centimetres } = value
  return (
    <Group gap="md" align="flex-start">
      <Input.Wrapper label="Format" labelElement="div" labelProps={{ id: 'code-format' }}>
        <SegmentedControl
          display="flex"
          aria-labelledby="code-format"
          data={[
            { value: 'svg', label: 'SVG, for print shops' },
            { value: 'png', label: 'PNG' },
          ]}
          value={image}
          onChange={(next) => onChange({ ...value, image: next })}
        />
      </Input.Wrapper>
      <Select
        label="Printed width"
        w={190}
        data={[
          { value: '', label: 'As in each profile' },
          ...printSizes.map((size) => ({ value: String(size), label: `${size} cm` })),
        ]}
        value={centimetres === null ? '' : String(centimetres)}
        onChange={(next) => onChange({ ...value, centimetres: next ? Number(next) : null })}
      />
      {image === 'png' && (
        <QuietText fz="xs">300 dots per inch. Codes with a logo are saved as SVG.</QuietText>
      )}
    </Group>
  )
}
