/** How to make a device trust an authority; `certificate` is the path of its certificate. */
export const installation = (certificate: string): readonly (readonly [string, string])[] => [
  [
    "iPhone, iPad",
    "Send the file to the device (AirDrop, email or a web page) and open it. Settings > General > VPN & Device Management: install the profile. Then go to Settings > General > About > Certificate Trust Settings: turn it on.",
  ],
  [
    "Android",
    'Copy the file to the device. Settings > Security > More security settings > Encryption & credentials > Install a certificate > CA certificate. The wording varies by manufacturer. Search Settings for "CA certificate".',
  ],
  ["macOS", `sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ${certificate}`],
  ["Windows", "As administrator: certutil -addstore -f Root ca.crt"],
  [
    "Linux",
    `sudo cp ${certificate} /usr/local/share/ca-certificates/foyer.crt && sudo update-ca-certificates (Debian, Ubuntu). For Chromium, also run: certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n Foyer -i ${certificate}`,
  ],
  ["Firefox", "Settings > Privacy & Security > Certificates > View Certificates > Authorities > Import."],
];
