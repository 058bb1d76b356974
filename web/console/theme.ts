import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

const tuple = (text: string): MantineColorsTuple => text.split(" ") as unknown as MantineColorsTuple;

/** Foyer's colours as Mantine's tuples. Components use the variables of shared/theme/tokens.css, never these. */
export const theme = createTheme({
  colors: {
    cobalt: tuple("#f2f6fe #e3ebff #c9d9ff #a7c0fc #80a1f6 #577dee #375ce0 #2543c6 #1b34a3 #142779"),
    gray: tuple("#fbfaf8 #f5f4f1 #ece9e5 #e9e7e3 #d5d2cd #918d86 #6b6862 #57544f #3f3c38 #211f1c"),
    dark: tuple("#f0eeeb #b4b0aa #98948d #7a7670 #42403c #2c2a27 #23211e #1a1816 #161412 #12100f"),
    green: tuple("#eef8f1 #d8f1df #b3e2c2 #88cda0 #59b47d #309960 #1c7f4c #12673c #0b502d #09371f"),
    amber: tuple("#fdf6e8 #fcebcb #fcd89d #f7c06c #f0a63c #d78c29 #b36e1d #854d14 #744214 #532d0e"),
    red: tuple("#fef3f2 #fee3e0 #fdc9c3 #faa39a #f3766d #e54c48 #ce292c #b01e22 #8d1a1c #621514"),
  },
  primaryColor: "cobalt",
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 8,
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "18px" },
  lineHeights: { xs: "16px", sm: "18px", md: "20px", lg: "20px", xl: "24px" },
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        size: 440,
        radius: 14,
        padding: 20,
        withCloseButton: false,
        transitionProps: { transition: "fade-up", duration: 200 },
        overlayProps: { color: "var(--veil)", backgroundOpacity: 1 },
      },
    },
    Menu: {
      defaultProps: {
        radius: 10,
        shadow: "md",
        offset: 4,
        transitionProps: { transition: "fade-up", duration: 120 },
        // A menu contains only its items: the first of them takes the focus.
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { radius: 10, shadow: "md", transitionProps: { transition: "fade-up", duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 80 } } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Input: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    NumberInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md", autosize: true, minRows: 3 } },
    Select: {
      defaultProps: { size: "md", checkIconPosition: "right", comboboxProps: { shadow: "md", radius: 10, offset: 4 } },
    },
    MultiSelect: {
      defaultProps: { size: "md", checkIconPosition: "right", comboboxProps: { shadow: "md", radius: 10, offset: 4 } },
    },
    Switch: { defaultProps: { size: "sm", withThumbIndicator: false } },
    Checkbox: { defaultProps: { size: "xs", radius: 5 } },
    Radio: { defaultProps: { size: "xs" } },
    SegmentedControl: { defaultProps: { size: "sm", radius: 8 } },
  },
});

/** Mantine's own variables, taken from the one theme file. */
const mapped = {
  "--mantine-color-body": "var(--sheet)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text2)",
  "--mantine-color-bright": "var(--text)",
  "--mantine-color-placeholder": "var(--text3)",
  "--mantine-color-anchor": "var(--accent-text)",
  "--mantine-color-default": "var(--sheet)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line2)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-disabled": "var(--press)",
  "--mantine-color-disabled-color": "var(--text3)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-hover)",
  "--mantine-color-cobalt-filled": "var(--accent)",
  "--mantine-color-cobalt-filled-hover": "var(--accent-hover)",
  "--mantine-color-cobalt-light": "var(--accent-soft)",
  "--mantine-shadow-md": "var(--shadow)",
  "--mantine-shadow-xl": "var(--shadow-dialog)",
};

/** See `mapped`: the same in light and dark, since the variables themselves change. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: mapped, dark: mapped });
