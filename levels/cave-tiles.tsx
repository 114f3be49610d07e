<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="cave-tiles" tilewidth="16" tileheight="16" tilecount="640" columns="20">
 <image source="cave-tiles.png" width="320" height="512"/>
 <tile id="0">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="carom" value="quarter"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="carom" value="step"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="carom" value="slope_45"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="carom" value="slope_2_low"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="carom" value="slope_2_high"/>
  </properties>
 </tile>
 <tile id="7">
  <properties>
   <property name="carom" value="slope_3_low"/>
  </properties>
 </tile>
 <tile id="8">
  <properties>
   <property name="carom" value="slope_3_mid"/>
  </properties>
 </tile>
 <tile id="9">
  <properties>
   <property name="carom" value="slope_3_high"/>
  </properties>
 </tile>
 <tile id="10">
  <properties>
   <property name="carom" value="bevel"/>
  </properties>
 </tile>
 <tile id="11">
  <properties>
   <property name="carom" value="corner"/>
  </properties>
 </tile>
 <tile id="12">
  <properties>
   <property name="carom" value="peak"/>
  </properties>
 </tile>
 <tile id="13">
  <properties>
   <property name="carom" value="valley"/>
  </properties>
 </tile>
 <tile id="14">
  <properties>
   <property name="carom" value="disc"/>
  </properties>
 </tile>
 <tile id="15">
  <properties>
   <property name="carom" value="pipe"/>
  </properties>
 </tile>
 <tile id="16">
  <properties>
   <property name="carom" value="edge"/>
  </properties>
 </tile>
 <tile id="17">
  <properties>
   <property name="carom" value="edge"/>
  </properties>
 </tile>
 <tile id="18">
  <properties>
   <property name="carom" value="edge"/>
  </properties>
 </tile>
 <tile id="19">
  <properties>
   <property name="carom" value="edge"/>
  </properties>
 </tile>
 <tile id="20">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="16">
    <polygon points="0,0 2,-16 10,-16 12,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="21">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4" y="16">
    <polygon points="0,0 3,-15 5,-15 8,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="22">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="8">
    <polygon points="0,0 2,-4 5,-6 9,-6 12,-4 14,0 12,1 9,1 9,8 5,8 5,1 2,1"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="23">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="2" width="14" height="14"/>
  </objectgroup>
 </tile>
 <tile id="24">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="4" width="14" height="12">
    <ellipse/>
   </object>
  </objectgroup>
 </tile>
 <tile id="25">
  <objectgroup draworder="index" id="2">
   <object id="1" x="1" y="16">
    <polygon points="0,0 1,-7 4,-4 6,-14 9,-6 12,-10 14,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="26">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="2" width="8.4853" height="8.4853" rotation="45"/>
  </objectgroup>
 </tile>
 <tile id="27">
  <objectgroup draworder="index" id="2">
   <object id="1" x="15" y="16">
    <polygon points="0,0 -1,-7 -4,-4 -6,-14 -9,-6 -12,-10 -14,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="40">
  <objectgroup draworder="index" id="2">
   <object id="1" x="5.75" y="0">
    <polygon points="0,0 -2.875,1.375 -5.75,2.625 -5.75,16 10.25,16 10.25,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="41">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="2.625">
    <polygon points="0,0 -7.9375,3.25 -16,6 -16,13.375 0,13.375"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="42">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="8.625">
    <polygon points="0,0 -7.9375,2.25 -16,4.125 -16,7.375 0,7.375"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="43">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="12.75">
    <polygon points="0,0 -7.9375,1.4375 -16,2.4375 -16,3.25 0,3.25"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="44">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="15.1875">
    <polygon points="0,0 -8,0.625 -16,0.8125 0,0.8125"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="45">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="0">
    <polygon points="0,0 -7.8125,5.5 -16,10.5625 -16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="46">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="10.5625">
    <polygon points="0,0 -5.0625,2.8125 -10.25,5.4375 0,5.4375"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="47">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2.25" y="0">
    <polygon points="0,0 -1.125,1.125 -2.25,2.25 -2.25,16 13.75,16 13.75,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="48">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="2.25">
    <polygon points="0,0 -7.75,7.125 -16,13.75 0,13.75"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="49">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="0">
    <polygon points="0,0 -7.75,5.125 -16,9.3125 -16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="50">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="9.3125">
    <polygon points="0,0 -7.875,2.9375 -16,5.0625 -16,-9.3125 0,-9.3125"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="51">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="14.375">
    <polygon points="0,0 -7.9375,1.25 -16,1.625 -16,-14.375 0,-14.375"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="52">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="10.5625">
    <polygon points="0,0 -5.0625,2.8125 -10.25,5.4375 0,5.4375"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="53">
  <objectgroup draworder="index" id="2">
   <object id="1" x="5.75" y="0">
    <polygon points="0,0 -2.875,1.375 -5.75,2.625 -5.75,16 10.25,16 10.25,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="54">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="0">
    <polygon points="0,0 -7.4375,8.5625 -16,16 -16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="60">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="61">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="62">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="63">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="64">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="65">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="66">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="67">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="68">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="69">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="70">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="71">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="72">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="73">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="74">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="75">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="76">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="77">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="78">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="79">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="80">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="81">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="82">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="83">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="84">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="85">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="86">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="87">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="88">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="89">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="90">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="91">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="92">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="93">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="94">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="95">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="96">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="97">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="98">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="99">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="100">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="101">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="102">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="103">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="104">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="105">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="106">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="107">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="108">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="109">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="110">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="111">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="112">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="113">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="114">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="115">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="116">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="117">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="118">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="119">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="120">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="121">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="122">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="123">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="124">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="125">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="126">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="127">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="128">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="129">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="130">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="131">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="132">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="133">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="134">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="135">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="136">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="137">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="138">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="139">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="140">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="141">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="142">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="143">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="144">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="145">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="146">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="147">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="148">
  <properties>
   <property name="carom" value="solid"/>
  </properties>
 </tile>
 <tile id="149">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="150">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="151">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="152">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="153">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="154">
  <properties>
   <property name="carom" value="half"/>
  </properties>
 </tile>
 <tile id="155">
  <properties>
   <property name="carom" value="step"/>
  </properties>
 </tile>
 <tile id="156">
  <properties>
   <property name="carom" value="slope_45"/>
  </properties>
 </tile>
 <tile id="157">
  <properties>
   <property name="carom" value="slope_2_low"/>
  </properties>
 </tile>
 <tile id="158">
  <properties>
   <property name="carom" value="slope_2_high"/>
  </properties>
 </tile>
 <tile id="159">
  <properties>
   <property name="carom" value="slope_3_low"/>
  </properties>
 </tile>
 <tile id="160">
  <properties>
   <property name="carom" value="slope_3_mid"/>
  </properties>
 </tile>
 <tile id="161">
  <properties>
   <property name="carom" value="slope_3_mid"/>
  </properties>
 </tile>
 <tile id="162">
  <properties>
   <property name="carom" value="slope_3_high"/>
  </properties>
 </tile>
 <tile id="163">
  <properties>
   <property name="carom" value="bevel"/>
  </properties>
 </tile>
 <tile id="164">
  <properties>
   <property name="carom" value="bevel"/>
  </properties>
 </tile>
 <tile id="165">
  <properties>
   <property name="carom" value="bevel"/>
  </properties>
 </tile>
 <tile id="166">
  <properties>
   <property name="carom" value="corner"/>
  </properties>
 </tile>
 <tile id="167">
  <properties>
   <property name="carom" value="peak"/>
  </properties>
 </tile>
 <tile id="168">
  <properties>
   <property name="carom" value="valley"/>
  </properties>
 </tile>
 <tile id="169">
  <properties>
   <property name="carom" value="disc"/>
  </properties>
 </tile>
 <tile id="170">
  <properties>
   <property name="carom" value="pipe"/>
  </properties>
 </tile>
</tileset>
