// The panel's stylesheet and script as endpoints.
import { staticAsset } from "../static-asset.js";
import { momentScript } from "./moment-script.js";
import { panelScript } from "./script.js";
import { panelStyle } from "./style.js";

const style = staticAsset("panel.css", "text/css", panelStyle);
const script = staticAsset("panel.js", "text/javascript", `${panelScript}${momentScript}`);

export const panelAssets = { stylePath: style.path, scriptPath: script.path, endpoints: [style, script] };
